-- Pages opened in a browser without a window, where one is installed.
local file = require "takeaway.base.file"

local M = { missing = "no browser is installed (Debian: chromium); the page was not opened" }

for _, name in ipairs { "chromium", "chromium-browser", "google-chrome" } do
  if file.installed(name) then M.name = M.name or name end
end

-- The page as a browser has it when its script and what is injected have run; nil where none starts. What scripts raise
-- is in window.failed.
function M.opened(html, body)
  local function inject(place, script)
    local at = assert(html:find(place, 1, true))
    html = html:sub(1, at - 1) .. "<script>" .. script .. "</script>" .. html:sub(at)
  end
  inject("</head>", "window.failed = []; window.onerror = function (m) { window.failed.push(m); };")
  inject("</body>", body)
  local name = os.tmpname()
  os.remove(name)
  name = name .. ".html"
  assert(file.write(name, function(put) put(html) end))
  -- A sanitizer's library is not the browser's: it would turn for ever.
  local pipe = io.popen(("env -u LD_PRELOAD timeout 120 %s --headless --no-sandbox --disable-gpu --dump-dom "
    .. "file://%s 2>/dev/null"):format(M.name, name))
  local dom = pipe:read("a")
  pipe:close()
  os.remove(name)
  return dom ~= "" and dom or nil
end

return M
