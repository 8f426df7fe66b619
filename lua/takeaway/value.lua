local core = require "takeaway.core"
local M = { value = core.value, number = core.number, star = core.star, up = core.up, values = core.values,
  cash_value = core.cash_value }
return M
