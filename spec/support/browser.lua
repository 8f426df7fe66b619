-- Opens pages in a headless browser, if one is installed.
local file = require "takeaway.base.file"

local M = {}

local name
for _, program in ipairs { "chromium", "chromium-browser", "google-chrome" } do
  if file.installed(program) then name = name or program end
end

--- The page as a browser has it when its script and what is injected have run; nil and why, where no browser starts.
-- window.failed holds errors of scripts.
function M.opened(html, body)
  if not name then return nil, "no browser is installed (Debian: chromium); the page was not opened" end
  local function inject(place, script)
    local at = assert(html:find(place, 1, true))
    html = html:sub(1, at - 1) .. "<script>" .. script .. "</script>" .. html:sub(at)
  end
  inject("</head>", "window.failed = []; window.onerror = function (m) { window.failed.push(m); };")
  inject("</body>", body)
  local page = os.tmpname()
  os.remove(page)
  page = page .. ".html"
  assert(file.write(page, function(put) put(html) end))
  -- A sanitizer's library is not the browser's: it would turn for ever.
  local dom = require("tools.jobs").output_of(("env -u LD_PRELOAD timeout 120 %s --headless --no-sandbox --disable-gpu --dump-dom "
    .. "file://%s 2>/dev/null"):format(name, page))
  os.remove(page)
  if dom == "" then return nil, name .. " does not start here; the page was not opened" end
  return dom
end

return M
