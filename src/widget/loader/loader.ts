import { readableOn } from '../contrast.ts'
import { isToPage, type ToPanel } from '../messages.ts'
import { createKept } from './kept.ts'
import { labelsFor } from './labels.ts'
import { styleOf } from './styles.ts'

/** What the server writes into the script about the agent. */
export interface LoaderConfig {
  agent: string
  /** Where the server is reached, without a slash at the end. */
  base: string
  accent: string
  side: 'left' | 'right'
  /** What the launcher reads; empty: an icon. */
  text: string
  /** The agent's language; empty: the page's. */
  locale: string
  name: string
}

type EventName = 'open' | 'close' | 'message' | 'handover'
type Call = [name: string, ...given: unknown[]]

declare const BATON_WIDGET: LoaderConfig

const HANDSHAKE_MS = 5_000 // milliseconds within which the panel must answer before it is taken away

declare global {
  interface Window {
    Baton?: ((...call: Call) => void) & { queue?: Call[]; isLoaded?: true }
  }
}

if (!window.Baton?.isLoaded) start(BATON_WIDGET)

function start({ agent, base, accent, side, text, locale, name }: LoaderConfig): void {
  const language = locale || document.documentElement.lang || navigator.language || 'en'
  const [openLabel, closeLabel, unreachable] = labelsFor(language)
  const kept = createKept(`baton:${agent}:`)
  const listeners: [EventName, () => void][] = []
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'closed' })
  const button = document.createElement('button')
  const badge = document.createElement('i')
  let frame: HTMLIFrameElement | undefined
  let port: MessagePort | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let notice: HTMLAnchorElement | undefined
  let isOpen = false
  let identity: string | undefined

  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styleOf(accent, readableOn(accent), side))
  root.adoptedStyleSheets = [sheet]
  button.type = 'button'
  if (text) button.textContent = text
  else button.append(icon())
  badge.hidden = true
  button.append(badge)
  root.append(button)
  describe()

  function icon(): SVGElement {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    svg.setAttribute('viewBox', '0 0 24 24')
    svg.setAttribute('aria-hidden', 'true')
    path.setAttribute('d', 'M4 3h16a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H9l-5 4v-4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z')
    svg.append(path)
    return svg
  }

  function describe(): void {
    button.setAttribute('aria-label', isOpen ? closeLabel : text || openLabel)
    button.setAttribute('aria-expanded', String(isOpen))
  }

  const tell = (message: ToPanel) => port?.postMessage(message)
  const announce = (event: EventName) => {
    for (const [wanted, listener] of listeners)
      if (wanted === event)
        try {
          listener()
        } catch (error) {
          setTimeout(() => {
            throw error // the page's own mistake is reported as its own, and ends nothing here
          })
        }
  }

  function connect(): void {
    const preconnect = document.createElement('link')
    preconnect.rel = 'preconnect'
    preconnect.href = base
    document.head.append(preconnect)
  }

  function makeFrame(): void {
    frame = document.createElement('iframe')
    frame.title = name
    frame.hidden = true
    frame.src = `${base}/widget/${agent}?origin=${encodeURIComponent(location.origin)}`
    root.append(frame)
    patience = setTimeout(giveUp, HANDSHAKE_MS)
  }

  /** Takes a panel away that doesn't answer, so that nothing of it covers the page, and links to the chat's own page. */
  function giveUp(): void {
    removeFrame()
    isOpen = false
    describe()
    notice = document.createElement('a')
    notice.href = `${base}/chat/${agent}`
    notice.target = '_blank'
    notice.rel = 'noopener'
    notice.setAttribute('role', 'status')
    notice.textContent = unreachable
    root.append(notice)
  }

  function removeFrame(): void {
    clearTimeout(patience)
    port?.close()
    frame?.remove()
    frame = port = undefined
  }

  function open(): void {
    if (!host.isConnected) document.body.append(host)
    notice?.remove()
    isOpen = true
    describe()
    if (!frame) makeFrame()
    else if (port) show()
    announce('open')
  }

  function show(): void {
    if (!frame || !isOpen) return
    frame.hidden = false
    tell({ type: 'opened' })
    frame.focus()
  }

  function close(): void {
    if (!isOpen) return
    isOpen = false
    describe()
    if (frame) frame.hidden = true
    tell({ type: 'closed' })
    button.focus()
    announce('close')
  }

  function unread(count: number): void {
    badge.hidden = !(count > 0)
    badge.textContent = count > 9 ? '9+' : String(count)
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

  window.addEventListener('message', ({ data, source, origin }) => {
    if (!frame || source !== frame.contentWindow || origin !== base || data !== 'baton') return
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = (event) => hear(event.data)
    frame.contentWindow?.postMessage('baton', base, [channel.port2])
    for (const [key, value] of kept.all()) tell({ type: 'kept', key, value })
    if (identity) tell({ type: 'identify', token: identity })
    tell({ type: 'start', page_url: location.href, referrer: document.referrer, locale: language })
  })

  function obey(name: string, given: unknown, listener: unknown): void {
    if (name === 'open') open()
    else if (name === 'close') close()
    else if (name === 'toggle') isOpen ? close() : open()
    else if (name === 'identify' && typeof given === 'string') {
      identity = given
      tell({ type: 'identify', token: given })
    } else if (name === 'shutdown') {
      tell({ type: 'shutdown' })
      close()
      removeFrame()
      kept.clear()
      identity = undefined
      unread(0)
      host.remove()
    } else if (name === 'on' && typeof listener === 'function')
      listeners.push([given as EventName, listener as () => void])
  }

  button.addEventListener('click', () => obey('toggle', undefined, undefined))
  for (const event of ['pointerenter', 'focus']) button.addEventListener(event, connect, { once: true })

  const queued = window.Baton?.queue ?? []
  window.Baton = Object.assign((...[call, given, listener]: Call) => obey(call, given, listener), {
    isLoaded: true as const,
  })
  const draw = () => {
    document.body.append(host)
    for (const [call, given, listener] of queued) obey(call, given, listener)
  }
  if (document.body) draw()
  else document.addEventListener('DOMContentLoaded', draw)
}
