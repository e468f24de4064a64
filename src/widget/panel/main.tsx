/** @jsxImportSource preact */
import { render } from 'preact'
import { readableOn } from '#contract/contrast.ts'
import { App } from './app.tsx'
import { createChat } from './chat.ts'
import { isComposed } from './composing.ts'
import { PanelContext } from './context.ts'
import { field } from './field.ts'
import { ownPage, surroundingPage } from './host.ts'
import './styles.css'
import type { State, Widget } from './types.ts'
import { firstSpoken, wordsFor } from './words.ts'

const RIGHT_TO_LEFT = ['ar', 'he']

const root = document.getElementById('baton')
if (root) open(root)

async function open(root: HTMLElement): Promise<void> {
  const { agent = '', origin = '', locale = '' } = root.dataset
  const isFramed = origin !== ''
  const host = isFramed ? await surroundingPage(origin) : ownPage(agent)
  const { place } = host
  const wanted = [place.locale, ...navigator.languages]
  const chosen = host.look ? host.look.locale : locale
  const { language, words } = await wordsFor([chosen ?? '', ...wanted])
  document.documentElement.lang = language
  document.documentElement.dir = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'

  let isShown = !isFramed
  let isFocusWanted = isShown
  let unread = 0
  let last: State | undefined
  const close = isFramed ? () => host.tell({ type: 'close' }) : undefined
  const chat = createChat({
    agent,
    keeper: host.keeper,
    // The server is to answer in a language that the panel speaks: the page's, or else one of the visitor's browser.
    place: { ...place, locale: firstSpoken(wanted) ?? place.locale },
    changed(state) {
      last = state
      keepRead(state)
      forgetRead(state)
      draw()
      if (isShown && !document.hidden) chat.seen()
    },
    heard(items) {
      if (items.some((item) => 'event' in item && item.event.type === 'handed_over'))
        host.tell({ type: 'event', name: 'handover' })
      const messages = items.filter((item) => 'message' in item)
      if (messages.length === 0) return
      host.tell({ type: 'event', name: 'message' })
      if (isShown) return
      unread += messages.length
      host.tell({ type: 'unread', count: unread })
    },
  })
  const panel = { chat, words, language }

  /** Keeps how far the visitor has read while the conversation is open; other pages count what is unread from there. */
  function keepRead({ phase, conversation }: State): void {
    if (phase !== 'ready') return
    const read = conversation?.status === 'open' ? conversation.read_position : null
    if ((host.keeper.get('read') ?? null) !== read) host.keeper.set('read', read)
  }

  /** Sets the number of unread messages to 0 once the visitor has read them in another tab. */
  function forgetRead({ conversation, items }: State): void {
    const last = items.at(-1)
    if (unread === 0 || !last || !conversation) return
    if (Number.parseInt(conversation.read_position, 10) < Number.parseInt(last.position, 10)) return
    unread = 0
    host.tell({ type: 'unread', count: 0 })
  }

  function draw(): void {
    if (!last) return
    const widget = last.widget && { ...last.widget, ...host.look }
    if (widget) dress(widget)
    render(
      <PanelContext.Provider value={panel}>
        <App state={{ ...last, widget }} close={close} isPreview={host.look !== undefined} isByLink={host.isByLink} />
      </PanelContext.Provider>,
      root,
    )
    focusField()
  }

  /**
   * Puts the focus into the field to write in, once it is drawn after the chat was opened, unless the visitor has
   * turned to something else by then. The dashboard's preview leaves it to the form beside it.
   */
  function focusField(): void {
    const drawn = field()
    if (!isFocusWanted || !drawn || !document.hasFocus() || host.look) return
    isFocusWanted = false
    if (document.activeElement === document.body) drawn.focus()
  }

  host.listen((message) => {
    if (message.type === 'opened' || message.type === 'closed') {
      isShown = isFocusWanted = message.type === 'opened'
      unread = 0
      host.tell({ type: 'unread', count: 0 })
      chat.wake()
      if (isShown) {
        chat.seen()
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur() // such as the closing button
        focusField()
      }
    } else if (message.type === 'identify') chat.identify(message.token).catch(() => {})
    else if (message.type === 'kept') chat.hearUnsent(message.key, message.value)
    else if (message.type === 'preview') draw()
  })
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !isComposed(event)) close?.()
  })
  for (const event of ['online', 'focus']) window.addEventListener(event, chat.wake)
  window.addEventListener('focus', focusField) // the page gives the frame the focus after it has told that it is open
  host.tell({ type: 'ready' })
  await chat.start(host.identityToken)
}

/** Applies the accent colour and the theme of the agent's look. */
function dress({ appearance }: Widget): void {
  const { style, dataset } = document.documentElement
  style.setProperty('--accent', appearance.accent_color)
  style.setProperty('--on-accent', readableOn(appearance.accent_color))
  dataset.theme = appearance.theme
}
