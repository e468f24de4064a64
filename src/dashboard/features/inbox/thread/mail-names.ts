/** People in the words of a mail program: by name where they have one. Many are counted. */
export function namesOf(people: readonly { name: string; address: string }[]): string {
  const names = people.map(({ name, address }) => name || address)
  return names.length <= MOST
    ? names.join(', ')
    : `${names.slice(0, MOST - 1).join(', ')} and ${names.length - MOST + 1} others`
}

/** Most people who are named. */
const MOST = 4

/** For how long originals are kept. */
const KEPT_MS = 30 * 86_400_000

/** Whether the mail of a message is still there as it came. */
export const isKept = (cameAt: string): boolean => Date.parse(cameAt) > Date.now() - KEPT_MS
