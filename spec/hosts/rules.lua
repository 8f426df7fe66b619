-- Rules that the tests of every host load. Their table must be the same in all hosts.
return {
  name = "Rook or Knight",
  options = function(emit, a, b)
    for k = 1, a do emit(a - k, b) end
    for k = 1, b do emit(a, b - k) end
    if a >= 2 and b >= 1 then emit(a - 2, b - 1) end
    if a >= 1 and b >= 2 then emit(a - 1, b - 2) end
  end,
}
