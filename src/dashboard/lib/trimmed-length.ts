/** Length of a text as the server counts it: Unicode code points after trimming. */
export function trimmedLength(text: string): number {
  let count = 0
  for (const _ of text.trim()) count += 1
  return count
}
