import { PANEL_REFUSED } from '#contract/widget-enums.ts'
import { bare } from '../bare.ts'
import { isToPage, type ToPanel } from '../messages.ts'
import { createKept } from './kept.ts'
import { labelsFor } from './labels.ts'
import { styleOf, WHOLE_SCREEN } from './styles.ts'

/** What the server writes into the script about the agent. */
interface LoaderConfig {
  agent: string
  /** Where the server is reached, without a slash at the end. */
  base: string
  accent: string
  /** Black or white, whichever can be read on the accent colour. */
  ink: string
  side: 'left' | 'right'
  /** The launcher's text; empty: an icon. */
  text: string
  /** The agent's language; empty: the page's. */
  locale: string
}

type EventName = 'open' | 'close' | 'message' | 'handover'
/** A call by the page: an array, or the `arguments` object of a function. */
type Call = [name: string, given?: unknown, listener?: unknown]

declare const BATON_WIDGET: LoaderConfig

const HANDSHAKE_MS = 5_000 // milliseconds within which the panel must answer before it is taken away
const LOADED_MS = 400 // milliseconds that a panel has after its page has loaded: one that an error has replaced never answers
const REMOVED_AT_ONCE_MS = 1_000 // milliseconds: a page that removes the chat sooner, so often in a row, means it
const MOST_REMOVALS = 5

declare global {
  interface Window {
    Baton?: ((...call: Call) => void) & { queue?: Call[]; isLoaded?: true }
  }
}

/*
 * The page may have replaced the methods of arrays, `JSON` and `fetch`, and may have done so badly. So nothing here
 * uses them, or goes through an array by other means than its indexes.
 */
if (!window.Baton?.isLoaded) start(BATON_WIDGET)

function start({ agent, base, accent, ink, side, text, locale }: LoaderConfig): void {
  const language = locale || document.documentElement.lang || navigator.language
  const labels = labelsFor(language)
  const prefix = `baton:${agent}:`
  const kept = createKept(prefix)
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'closed' })
  const button = document.createElement('button')
  const badge = document.createElement('i')
  const dialog = document.createElement('dialog')
  const notice = document.createElement('p')
  const wholeScreen = matchMedia(WHOLE_SCREEN)
  const visible = window.visualViewport
  let frame: HTMLIFrameElement | undefined
  let port: MessagePort | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let isOpen = false
  let isBadge = false
  let identity: string | undefined
  let removals = 0
  let attachedAt = 0

  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styleOf(accent, ink, side))
  root.adoptedStyleSheets = [sheet]
  badge.hidden = true
  button.append(text || icon(), badge)
  notice.setAttribute('role', 'status')
  root.append(button, notice, dialog)
  host.popover = 'manual'
  describe()

  function icon(): SVGElement {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    svg.setAttribute('viewBox', '0 0 24 24')
    path.setAttribute('d', 'M4 3h16l2 2v11l-2 2H9l-5 4v-4l-2-2V5Z')
    svg.append(path)
    return svg
  }

  function describe(): void {
    const label = isOpen ? labels[1] : text || labels[0]
    button.setAttribute('aria-label', badge.hidden ? label : `${label} (${badge.textContent})`)
    button.setAttribute('aria-expanded', String(isOpen))
    button.setAttribute('aria-busy', String(isOpen && !dialog.open))
  }

  const tell = (message: ToPanel) => port?.postMessage(message)
  /** Calls the listeners of an event, in the order in which they were added. */
  let announce = (_event: EventName): void => {}
  const listen = (wanted: unknown, listener: () => void): void => {
    const before = announce
    announce = (event) => {
      before(event)
      try {
        if (event === wanted) listener()
      } catch (error) {
        reportError(error) // as the page's own error, which ends nothing here
      }
    }
  }

  function connect(): void {
    button.onpointerenter = button.onfocus = null
    const preconnect = document.createElement('link')
    preconnect.rel = 'preconnect'
    preconnect.href = base
    document.head.append(preconnect)
  }

  /** Loads the panel, or the hidden page that only counts what is unread. */
  function makeFrame(badge: boolean): void {
    isBadge = badge
    frame = document.createElement('iframe')
    frame.title = text || 'Chat' // the panel itself says the agent's name
    frame.referrerPolicy = 'no-referrer' // the address of the page may hold secrets
    frame.src = `${base}/widget/${agent}?origin=${encodeURIComponent(location.origin)}${badge ? '&badge' : ''}`
    frame.onload = () => {
      if (!port) waitFor(LOADED_MS)
    }
    dialog.append(frame)
    waitFor(HANDSHAKE_MS)
  }

  function waitFor(milliseconds: number): void {
    clearTimeout(patience)
    patience = setTimeout(giveUp, milliseconds)
  }

  /**
   * Takes away a frame that doesn't answer, or whose server has refused this page, of which it tells the website's owner
   * in the console itself. If the chat was to be open, a link to its own page is shown.
   */
  function giveUp(): void {
    removeFrame()
    if (!isOpen) return
    isOpen = false
    describe()
    const link = document.createElement('a')
    link.href = `${base}/chat/${agent}`
    link.target = '_blank' // implies `noopener` in browsers that have constructed style sheets
    link.textContent = `${labels[2]} ${labels[0]}`
    notice.append(link)
  }

  function removeFrame(): void {
    clearTimeout(patience)
    port?.close()
    dialog.close()
    frame?.remove()
    frame = port = undefined
    isBadge = false
  }

  function open(): void {
    if (isBadge || !host.isConnected) removeFrame() // if the page has removed the host, that has ended the frame in it
    if (!frame && host.parentNode !== document.documentElement) {
      const hasFocus = document.activeElement === host
      attach(document.documentElement) // beside the body: a page that replaces its body leaves an open chat alone
      if (hasFocus) button.focus({ preventScroll: true })
    }
    notice.textContent = ''
    isOpen = true
    if (!frame) makeFrame(false)
    else if (port) show()
    describe()
    announce('open')
  }

  /** Shows the panel; where it takes the whole screen, nothing behind it can be reached until it is closed. */
  function show(): void {
    if (!frame || !isOpen) return
    dialog.close()
    if (wholeScreen.matches) dialog.showModal()
    else dialog.show()
    describe()
    makeRoom()
    tell({ type: 'opened' })
    frame.focus({ preventScroll: true })
  }

  /** Leaves room for a phone's keyboard, which covers a part of the window without making it smaller. */
  function makeRoom(): void {
    const isWhole = dialog.matches(':modal') && visible?.scale === 1 // another scale: zoomed in
    dialog.style.cssText = isWhole ? `top:${visible.offsetTop}px;height:${visible.height}px` : ''
  }

  function close(): void {
    if (!isOpen) return
    const hasFocus = document.activeElement === host
    isOpen = false
    describe()
    dialog.close()
    tell({ type: 'closed' })
    if (hasFocus) button.focus({ preventScroll: true })
    announce('close')
  }

  function unread(count: number): void {
    badge.hidden = !(count > 0)
    badge.textContent = count > 9 ? '9+' : String(count)
    describe()
  }

  function hear(data: unknown): void {
    if (!isToPage(data)) return
    if (data.type === 'ready') {
      clearTimeout(patience)
      show()
    } else if (data.type === 'close') close()
    else if (data.type === 'keep') kept.set(data.key, data.value)
    else if (data.type === 'unread') unread(isOpen ? 0 : data.count)
    else if (data.name === 'message' || data.name === 'handover') announce(data.name)
  }

  addEventListener('message', ({ data, source, origin }) => {
    if (!frame || source !== frame.contentWindow || origin !== base) return
    if (data === PANEL_REFUSED) return giveUp()
    if (data !== 'baton') return
    const channel = new MessageChannel()
    port = channel.port1
    waitFor(HANDSHAKE_MS) // it speaks, but its words may take a while to load
    port.onmessage = (event) => hear(event.data)
    frame.contentWindow?.postMessage('baton', base, [channel.port2])
    kept.each((key, value) => tell({ type: 'kept', key, value }))
    if (identity) tell({ type: 'identify', token: identity })
    tell({ type: 'start', page_url: bare(location.href), referrer: bare(document.referrer), locale: language })
  })

  /** Ends the chat on this page. The launcher stays. */
  function leave(): void {
    close()
    removeFrame()
    identity = undefined
    unread(0)
  }

  function obey(name: string, given?: unknown, listener?: unknown): void {
    if (name === 'open') open()
    else if (name === 'close') close()
    else if (name === 'toggle') isOpen && host.isConnected ? close() : open()
    else if (name === 'identify' && typeof given === 'string') {
      identity = given
      tell({ type: 'identify', token: given })
    } else if (name === 'shutdown') {
      leave()
      kept.clear()
      watch.disconnect()
      host.remove()
    } else if (name === 'on' && typeof listener === 'function') listen(given, listener as () => void)
  }

  button.onclick = () => obey('toggle')
  button.onpointerenter = button.onfocus = connect
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape') close()
  })
  dialog.onclose = () => {
    if (port && !dialog.open) close() // the browser has closed it, such as with a phone's back button
  }
  wholeScreen.addEventListener('change', () => {
    if (dialog.open) show()
  })
  visible?.addEventListener('resize', makeRoom)
  visible?.addEventListener('scroll', makeRoom)
  addEventListener('storage', ({ key, newValue }) => {
    if (newValue === null && (!key || key === `${prefix}token`))
      leave() // another tab has shut the chat down, or cleared the storage
    else if (key?.startsWith(prefix)) tell({ type: 'kept', key: key.slice(prefix.length), value: newValue })
  })

  const queued = window.Baton?.queue
  const api: NonNullable<Window['Baton']> = obey
  api.isLoaded = true
  window.Baton = api
  /** Puts the chat back after the page has removed it, unless the page does so again and again. */
  const watch = new MutationObserver(() => {
    if (host.isConnected || !document.body || removals > MOST_REMOVALS) return look()
    removals = Date.now() - attachedAt < REMOVED_AT_ONCE_MS ? removals + 1 : 0
    close()
    removeFrame()
    attach(document.body)
    if (document.readyState === 'complete') lookForUnread()
  })
  /** Watches everything whose children may be replaced together with the chat: the document, its root and its body. */
  function look(): void {
    const see = (node: Node | null) => node && watch.observe(node, { childList: true })
    see(document)
    see(document.documentElement)
    see(document.body)
  }
  /** Puts the chat at the end of an element; as a popover, it is above the page's content and its CSS transforms. */
  function attach(parent: Element): void {
    parent.append(host)
    host.showPopover?.()
    attachedAt = Date.now()
    look()
  }
  const draw = () => {
    attach(document.body) // whose end is left alone by frameworks that compare the whole document with what they expect
    for (let index = 0; queued && index < queued.length; index += 1) {
      const call = queued[index]!
      obey(call[0], call[1], call[2])
    }
  }
  /** Counts what is unread if the panel has kept how far the visitor has read, which it does for open conversations. */
  const lookForUnread = () => {
    let goesOn = false
    kept.each((key) => {
      if (key === 'read') goesOn = true
    })
    if (goesOn && !frame) makeFrame(true)
  }
  if (document.readyState === 'complete') lookForUnread()
  else addEventListener('load', lookForUnread)
  if (document.readyState !== 'loading') draw()
  else document.addEventListener('DOMContentLoaded', draw)
}
