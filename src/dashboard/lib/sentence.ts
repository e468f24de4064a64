/** Makes a sentence of a phrase without capital letter or full stop, such as "is required". */
export function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
