-- presentation(ta.rules.grundy:misere_quotient(9)): the presentation of a misère quotient, or why there is none.
return function(quotient, why, code)
  if not quotient then return nil, why, code end
  return quotient:presentation()
end
