/**
 * Calls each listener once a period by one timer, in turns, so that thousands never hold up everything else.
 * @param turns the number of parts into which the period is divided
 */
export function createHeartbeat(periodMs: number, turns: number) {
  const groups = Array.from({ length: turns }, () => new Set<() => void>())
  let turn = 0
  let joined = 0
  const timer = setInterval(() => {
    turn = (turn + 1) % turns
    for (const beat of groups[turn]!) beat()
  }, periodMs / turns).unref()
  return {
    /** Calls `beat` once a period from now on. @returns a function that ends that */
    join(beat: () => void): () => void {
      joined += 1
      const group = groups[joined % turns]!
      group.add(beat)
      return () => void group.delete(beat)
    },
    stop: () => clearInterval(timer),
  }
}
