/** Indices of values between two gaps. No line passes through them, so the chart draws them as points. Null: there are none. */
export function aloneIn(values: ArrayLike<number | null | undefined>): number[] | null {
  const found: number[] = [];
  let wasThere = false;
  // Runs for every line on every redraw, so it allocates nothing per value.
  for (let at = 0; at < values.length; at += 1) {
    const isThere = values[at] != null;
    if (isThere && !wasThere && values[at + 1] == null) found.push(at);
    wasThere = isThere;
  }
  return found.length > 0 ? found : null;
}
