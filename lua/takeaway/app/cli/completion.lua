--- Completions for bash and zsh, from the parser of the command line.
--
-- A word is one of a few (`choices`), a file, rules (ready ones or a file) or anything; after "anything"
-- nothing is offered rather than the files of the directory.
-- @module takeaway.app.cli.completion

local families = require "takeaway.app.cli.families"

local M = {}

local FILES = { ["--out"] = true, ["--plot"] = true, file = true, script = true }

local function ready_rules()
  local names = {}
  for name in require "takeaway".rules() do names[#names + 1] = name end
  return names
end

-- The kind of a value or an argument and, for choices, the words.
local function kind(element)
  if element._choices then return "choices", table.concat(element._choices, " ") end
  if element._name == "rules" then return "rules" end
  if element._name == "family" then return "choices", table.concat(families.names, " ") end -- or rules
  return FILES[element._name] and "file" or "any"
end

local function takes_value(option) return option._maxargs > 0 end

-- ---- bash ---------------------------------------------------------------------------

local BASH = [==[
# made from the parser of the command line: make share
_takeaway() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} cmd=${COMP_WORDS[1]}
    local words="" files="" at=0 i
    COMPREPLY=()
    if [[ $cur == "=" ]]; then cur=""
    elif [[ $prev == "=" ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((i = 2; i < COMP_CWORD; i++)); do # arguments before this one
        case ${COMP_WORDS[i]} in
            @values@) ((i++)); [[ ${COMP_WORDS[i]} == "=" ]] && ((i++)) ;;
            -*) ;;
            *) ((at++)) ;;
        esac
    done
    if ((COMP_CWORD == 1)); then words="@commands@"; [[ $cur == -* ]] && words="-h --help --version"
    else
        case $cmd:$prev in
@options@
            *)
                if [[ $cur == -* ]]; then
                    case $cmd in
@flags@
                    esac
                else
                    case $cmd:$at in
@arguments@
                    esac
                fi ;;
        esac
    fi
    [[ $words ]] && COMPREPLY=($(compgen -W "$words" -- "$cur"))
    if [[ $files ]]; then
        compopt -o filenames 2>/dev/null
        local IFS=$'\n'
        COMPREPLY+=($(compgen -f -- "$cur"))
    fi
}
complete -F _takeaway takeaway
]==]

local function bash_answer(element, rules)
  local what, words = kind(element)
  if what == "choices" then return ('words="%s"'):format(words) end
  if what == "rules" then return ('words="%s"; files=1'):format(rules) end
  return what == "file" and "files=1" or ""
end

-- Record the answers to an option and the commands with each, in their order.
local function add_option(options, values, command, name, answer)
  local of = options[name]
  if not of then
    of = { answers = {}, commands = {} }
    options[name], values[#values + 1] = of, name
  end
  if not of.commands[answer] then of.answers[#of.answers + 1], of.commands[answer] = answer, {} end
  table.insert(of.commands[answer], ("%s:%s"):format(command, name))
end

local function option_lines(options, values)
  local lines = {}
  for _, name in ipairs(values) do
    local of = options[name]
    for _, answer in ipairs(of.answers) do
      lines[#lines + 1] = ("            %s) %s ;;"):format(
        #of.answers == 1 and "*:" .. name or table.concat(of.commands[answer], "|"), answer)
    end
  end
  return lines
end

local function bash(parser)
  local rules = table.concat(ready_rules(), " ")
  local commands, values, options, flags, arguments = {}, {}, {}, {}, {}
  for _, command in ipairs(parser._commands) do
    commands[#commands + 1] = command._name
    local names = {}
    for _, option in ipairs(command._options) do
      table.move(option._aliases, 1, #option._aliases, #names + 1, names)
      if takes_value(option) then
        add_option(options, values, command._name, option._name, bash_answer(option, rules))
      end
    end
    flags[#flags + 1] = ('                        %s) words="%s" ;;'):format(command._name, table.concat(names, " "))
    for i, argument in ipairs(command._arguments) do
      local answer = bash_answer(argument, rules)
      if answer ~= "" then
        arguments[#arguments + 1] = ("                        %s:%d) %s ;;"):format(command._name, i - 1, answer)
      end
    end
  end
  local parts = {
    commands = table.concat(commands, " "), values = table.concat(values, "|"),
    options = table.concat(option_lines(options, values), "\n"),
    flags = table.concat(flags, "\n"), arguments = table.concat(arguments, "\n"),
  }
  return (BASH:gsub("@(%l+)@", parts))
end

-- ---- zsh ----------------------------------------------------------------------------

local ZSH = [==[
#compdef takeaway
# made from the parser of the command line: make share

_takeaway_rules() {
  _alternative 'rules:ready rules:(@rules@)' 'files:file:_files'
}

_takeaway() {
  local -a commands=(
@commands@
  )
  if (( CURRENT == 2 )); then
    if [[ $PREFIX == -* ]]; then
      _arguments '(-h --help)'{-h,--help}'[Show this help message and exit]' '--version[Print the version]'
    else
      _describe command commands
    fi
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
@cases@
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _takeaway "$@"; else compdef _takeaway takeaway; fi
]==]

-- Escape a text for a description of _arguments or _describe in single quotes.
local function zsh_text(text)
  return (text:gsub("%.$", ""):gsub("'", "'\\''"):gsub("[%[%]:]", "\\%0"))
end

local function zsh_action(element)
  local what, words = kind(element)
  if what == "choices" then return ("(%s)"):format(words) end
  return what == "rules" and "_takeaway_rules" or what == "file" and "_files" or " "
end

local function zsh_option(option)
  if option._name == "-h" or option._name == "--help" then
    return "'(-h --help)'{-h,--help}'[Show this help message and exit]'"
  end
  local value = takes_value(option) and (":%s:%s"):format(option._name:gsub("^%-+", ""), zsh_action(option)) or ""
  return ("'%s%s[%s]%s'"):format(option._name, value ~= "" and "=" or "", zsh_text(option._description), value)
end

local function zsh(parser)
  local commands, cases = {}, {}
  for _, command in ipairs(parser._commands) do
    commands[#commands + 1] = ("    '%s:%s'"):format(command._name, zsh_text(command._description))
    local words = {}
    for _, option in ipairs(command._options) do words[#words + 1] = zsh_option(option) end
    for _, argument in ipairs(command._arguments) do
      local count = argument._maxargs > 1 and "*" or ""
      words[#words + 1] = ("'%s:%s:%s'"):format(count, argument._name, zsh_action(argument))
    end
    cases[#cases + 1] = ("    %s)\n      _arguments \\\n        %s\n      ;;"):format(command._name,
      table.concat(words, " \\\n        "))
  end
  local parts = { rules = table.concat(ready_rules(), " "), commands = table.concat(commands, "\n"),
                  cases = table.concat(cases, "\n") }
  return (ZSH:gsub("@(%l+)@", parts))
end

--- The completions for a shell, to be sourced or installed.
-- @param parser of @{takeaway.app.cli.parser}
-- @tparam string shell "bash" or "zsh"
-- @treturn string
function M.text(parser, shell) return shell == "bash" and bash(parser) or zsh(parser) end

return M
