-- Snort on a path (S. Norton): Left marks a free square L, Right R, never beside the opponent's. Call it with "....".
local function mark(emit, path, own, other)
  for i = 1, #path do
    local near = path:sub(math.max(i - 1, 1), i + 1)
    if path:sub(i, i) == "." and not near:find(other) then
      emit(path:sub(1, i - 1) .. own .. path:sub(i + 1))
    end
  end
end

return {
  name = "Snort",
  left = function(emit, path) mark(emit, path, "L", "R") end,
  right = function(emit, path) mark(emit, path, "R", "L") end,
}
