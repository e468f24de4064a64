/** The contract's least length; shorter is refused. */
export const SHORTEST_PASSWORD = 10

export interface PasswordStrength {
  /** 0 to 4. */
  score: number
  hint: string
}

/** A rough measure: length counts most, and repeating one character or a run of digits counts for little. */
export function passwordStrength(password: string, personal: readonly string[]): PasswordStrength {
  const length = [...password].length
  if (length === 0)
    return { score: 0, hint: `At least ${SHORTEST_PASSWORD} characters; a few unrelated words are good.` }
  if (length < SHORTEST_PASSWORD) return { score: 1, hint: `${SHORTEST_PASSWORD - length} more to go.` }
  if (holdsPersonal(password, personal)) return { score: 1, hint: 'Easy to guess: it holds your name or address.' }
  const distinct = new Set(password.toLowerCase()).size
  if (distinct < 6 || /^\d+$/.test(password)) return { score: 1, hint: 'Easy to guess: too little variety.' }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const worth = length + 2 * kinds
  if (worth < 16) return { score: 2, hint: 'Acceptable. Longer is better.' }
  if (worth < 22) return { score: 3, hint: 'Good.' }
  return { score: 4, hint: 'Strong.' }
}

function holdsPersonal(password: string, personal: readonly string[]): boolean {
  const lower = password.toLowerCase()
  return personal
    .flatMap((text) => text.toLowerCase().split(/[\s@.]+/))
    .some((word) => word.length >= 4 && lower.includes(word) && lower.length - word.length < 6)
}
