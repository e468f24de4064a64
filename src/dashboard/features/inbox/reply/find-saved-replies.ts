interface Findable {
  title: string
  content: string
}

/** Saved replies with every written word: first if the title begins with the words, then if it contains them. */
export function findSavedReplies<Reply extends Findable>(replies: readonly Reply[], written: string): readonly Reply[] {
  const words = plain(written).split(/\s+/).filter(Boolean)
  if (words.length === 0) return replies
  const rankOf = ({ title, content }: Reply): number => {
    const name = plain(title)
    if (name.startsWith(words.join(' '))) return 0
    if (words.every((word) => name.includes(word))) return 1
    const all = `${name} ${plain(content)}`
    return words.every((word) => all.includes(word)) ? 2 : 3
  }
  const ranked = replies.map((reply) => ({ reply, rank: rankOf(reply) })).filter(({ rank }) => rank < 3)
  return ranked.sort((one, other) => one.rank - other.rank).map(({ reply }) => reply)
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
