--- Labels of coloured edges as they are kept: l, r, and g, for which e, of grEen, may be written.
return function(label)
  label = label:lower()
  return label == "e" and "g" or label
end
