/** A mail server's answer: `550-5.1.1 No such user`, in one line or several. */
export interface Reply {
  status: number
  /** The enhanced status code, such as `5.1.1`; null where it names none (RFC 3463). */
  enhanced: string | null
  /** Its words, in one line. */
  text: string
}

const WORDS = 500

export const isSmtpReply = (response: string): boolean => /^[2-5]\d\d(?:[ -]|$)/.test(response)

/** Reads an answer that begins with three digits. */
export function readReply(response: string): Reply {
  const lines = response.split(/\r?\n/).map((line) => line.replace(/^\d{3}[ -]?/, ''))
  const enhanced = /^[245]\.\d{1,3}\.\d{1,3}\b/.exec(lines[0] ?? '')?.[0] ?? null
  const words = lines.map((line) => (enhanced && line.startsWith(enhanced) ? line.slice(enhanced.length) : line).trim())
  return { status: Number(response.slice(0, 3)), enhanced, text: shownOf(words.join(' ')) }
}

/** What a mail server said, as one line to show. */
export const shownOf = (said: string): string =>
  said
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, WORDS)

/** The code by which people look a refusal up. */
export const codeOf = ({ enhanced, status }: Reply): string => enhanced ?? String(status)
