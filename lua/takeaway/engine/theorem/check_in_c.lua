--- The checker of theorems in C, as the core has it: `check(text, {steps =, progress =})` is true; or false and what
-- fails; or nil, message, code. The public call is @{takeaway.research.two_checkers}.
-- @module takeaway.engine.theorem.check_in_c

return require "takeaway.core".check_theorem
