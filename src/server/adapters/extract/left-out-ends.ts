const LISTED = new Set(['table', 'thead', 'tbody', 'tfoot'])
/** Of the parts of a table: what each can be directly in. Whatever is still open within that ends before the part. */
const PLACES = new Map<string, ReadonlySet<string>>([
  ...['td', 'th'].map((name) => [name, new Set(['tr', ...LISTED])] as const),
  ['tr', LISTED],
  ...['thead', 'tbody', 'tfoot', 'colgroup'].map((name) => [name, new Set(['table'])] as const),
])
/** What each element ends if that is still open, even with a paragraph open in it. */
const ENDED = new Map<string, ReadonlySet<string>>([
  ['li', new Set(['li'])],
  ...['dt', 'dd'].map((name) => [name, new Set(['dt', 'dd'])] as const),
  ...['rb', 'rt', 'rp', 'rtc'].map((name) => [name, new Set(['rb', 'rt', 'rp'])] as const),
])
/** How many of the innermost open elements are looked at, so that the time stays linear in the length of a page. */
const LOOKED_THROUGH = 20

/**
 * Ends elements as browsers do whose end tags are left out, as authors may and programs that shorten pages do. The
 * parser knows the commonest of these cases only, and believes the others to be open for longer: their ends are told
 * here, and not again when it tells them.
 */
export function createOpenElements(onClose: (name: string) => void) {
  /** What the parser believes to be open, the outermost first. */
  let believed: { name: string; isOpen: boolean }[] = []
  /** What is open of it. */
  const open: { name: string; isOpen: boolean }[] = []

  function end(): void {
    const ended = open.pop()!
    ended.isOpen = false
    onClose(ended.name)
  }

  return {
    /** How many elements the parser believes to be open. */
    get depth() {
      return believed.length
    },
    /** The names of those that are open, the outermost first. */
    get names() {
      return open.map(({ name }) => name)
    },
    /** A new parser goes on, which believes to be open what is. */
    handOn(): void {
      believed = [...open]
    },
    begin(name: string): void {
      for (let ends = endedBy(name, open); ends > 0; ends -= 1) end()
      const begun = { name, isOpen: true }
      believed.push(begun)
      open.push(begun)
    },
    /** The parser has told the end of the innermost element. */
    end(): void {
      if (believed.pop()?.isOpen) end()
    },
  }
}

/** How many of the open elements end where an element begins. */
function endedBy(name: string, open: readonly { name: string }[]): number {
  const [places, ended] = [PLACES.get(name), ENDED.get(name)]
  if (!places && !ended) return 0
  const inner = open.slice(-LOOKED_THROUGH).reverse()
  const at = inner.findIndex((outer) => (places ? places.has(outer.name) : outer.name !== 'p'))
  if (places) return Math.max(0, at)
  return ended?.has(inner[at]?.name ?? '') ? at + 1 : 0
}
