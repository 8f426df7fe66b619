--- Partizan Euclid: with p = k q + r, 0 < r < q, Left goes to (q, r), Right to (q, q - r); where q divides p nobody
-- moves.
-- N. McKay and R. Nowakowski, Outcomes of partizan Euclid, INTEGERS 12B (2012).
return {
  name = "Partizan Euclid",
  check = require "takeaway.rules.start".numbers "p q",
  left = function(emit, p, q)
    if q > 0 and p % q > 0 then emit(q, p % q) end
  end,
  right = function(emit, p, q)
    if q > 0 and p % q > 0 then emit(q, q - p % q) end
  end,
}
