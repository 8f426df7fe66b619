-- Start busted on this interpreter: the distribution's script may name another.
require "busted.runner"({ standalone = false })
