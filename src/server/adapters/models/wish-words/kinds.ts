/** The words with which one may ask for a person: lower case, without accents, `_` for a space, `*` for any ending. */
export interface WishWords {
  /** A person of the company, or the chat with one: "operator". Alone, such a word is already a wish. */
  staff: string
  /** Somebody who is asked for with another word: "I want a person", "a real person". */
  person: string
  /** Somebody with whom one wants to talk: "talk to somebody". Many other sentences have such a word too. */
  anyone: string
  /** What makes anybody a person of the company: "real", "live". */
  real: string
  talk: string
  want: string
  /** "with", "to": what stands between talking and the person. */
  with: string
  beside: string
  not: string
  bot: string
  /** Words of questions about people, in which nobody is asked for: "how many", "when", "do I need". */
  asking: string
  /** What begins a wish's subject, which may be anything: "about", "because". */
  topic: string
  /** "I": begins anew after a negation ("you do not help, I want an operator"). */
  me: string
  /** "you": ends what a negation after the person may belong to. */
  you: string
  /** Words that look like one of the others with a slip of the finger, but mean something else. */
  other?: string
  /** Matches a word for a person whose ending says "with" or "to". */
  joined?: RegExp
  /** Whether `with` stands behind the person and not before. */
  isPostposed?: boolean
}
