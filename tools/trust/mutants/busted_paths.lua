-- .busted without its paths, so that a changed file comes first in LUA_PATH, a changed module in LUA_CPATH.
local settings = dofile ".busted"
settings.default.lpath, settings.default.cpath = nil, nil
return settings
