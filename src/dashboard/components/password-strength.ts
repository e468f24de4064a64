/** Least length that the contract accepts, in characters. */
export const SHORTEST_PASSWORD = 10

export interface PasswordStrength {
  /** Strength from 0 (nothing typed) to 4 (strong). */
  score: number
  hint: string
}

/** Words that are common in passwords, which attackers try first, and the product's name. */
const STEMS =
  'password passwort passphrase iloveyou sunshine princess football baseball changeme letmein welcome monkey dragon master qwertz qwerty secret admin login baton'
const RUNS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const RUN_LENGTH = 4 // characters; shorter runs occur in ordinary words: "wer" in "answer"
const LOOKALIKES: Record<string, string> = { a: '@4', e: '3', i: '1!', o: '0', s: '$5' }
const GUESSED = new RegExp([...stems(), ...runs(), '(.)\\1{2,}'].join('|'), 'giu')
const LEAST_LEFT = 6 // characters that a password must have besides those that are easy to guess

/** Length counts most; common words, repetitions and runs count nothing, nor does `personal`, such as the name. */
export function passwordStrength(password: string, personal: readonly string[]): PasswordStrength {
  const length = [...password].length
  if (length === 0)
    return { score: 0, hint: `At least ${SHORTEST_PASSWORD} characters; a few unrelated words are good.` }
  if (length < SHORTEST_PASSWORD) return { score: 1, hint: `${SHORTEST_PASSWORD - length} more to go.` }
  if (holdsPersonal(password, personal)) return { score: 1, hint: 'Easy to guess: it holds your name or address.' }
  const distinct = new Set(password.toLowerCase()).size
  if (distinct < 6 || /^\d+$/.test(password)) return { score: 1, hint: 'Easy to guess: too little variety.' }
  const left = [...password.replace(GUESSED, '')].length
  if (left < LEAST_LEFT)
    return { score: 1, hint: 'Easy to guess: common words, sequences and repeats count for nothing.' }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const worth = left + 2 * kinds
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

/** Regular expressions for the stems that also match look-alike characters, as in "p@ssw0rd". */
function stems(): string[] {
  return STEMS.split(' ').map((stem) => stem.replace(/[aeios]/g, (letter) => `[${letter}${LOOKALIKES[letter]}]`))
}

/** Every stretch of RUN_LENGTH characters of a run, in both directions. */
function runs(): string[] {
  return [...RUNS, ...RUNS.map((run) => [...run].reverse().join(''))].flatMap((run) =>
    Array.from({ length: run.length - RUN_LENGTH + 1 }, (_, start) => run.slice(start, start + RUN_LENGTH)),
  )
}
