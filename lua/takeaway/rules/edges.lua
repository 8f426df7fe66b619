--- Labels of coloured edges as stored: l, r, and g. You may write e, of grEen, for g.
return function(label)
  label = label:lower()
  return label == "e" and "g" or label
end
