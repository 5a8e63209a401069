/** Indices of values between two gaps: no line goes through them, so they are drawn as points. Null: there are none. */
export function aloneIn(values: ArrayLike<number | null | undefined>): number[] | null {
  const found: number[] = [];
  let wasThere = false;
  // Of every line with every drawing: nothing is made for a value.
  for (let at = 0; at < values.length; at += 1) {
    const isThere = values[at] != null;
    if (isThere && !wasThere && values[at + 1] == null) found.push(at);
    wasThere = isThere;
  }
  return found.length > 0 ? found : null;
}
