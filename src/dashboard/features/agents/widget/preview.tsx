import { useEffect, useEffectEvent, useRef } from 'react'
import type { Data } from '#contract/index.ts'
import { Card } from '#dashboard/components/card.tsx'

export type Look = Pick<Data<'getAgentSettings'>, 'appearance' | 'greeting' | 'starters' | 'away_text' | 'locale'>

export interface PreviewProps {
  agentId: string
  look: Look
}

export const PREVIEW_NOTE = 'As it will be once it is saved. What you write here is a real conversation in the inbox.'

/** The preview beside the settings, as high as the window has room for. */
export function Preview(props: PreviewProps) {
  return (
    <Card title="Preview" description={PREVIEW_NOTE}>
      <PreviewFrame
        {...props}
        className="h-[clamp(20rem,calc(100dvh-14rem),40rem)] w-full rounded border border-line"
      />
    </Card>
  )
}

interface PreviewFrameProps extends PreviewProps {
  className: string
  /** Called when the chat is closed within the panel. */
  onClose?: () => void
}

/**
 * The widget's real panel, with this component in place of the script on a website. As nothing is stored for it, the
 * panel takes whoever opens this screen for a new visitor.
 */
export function PreviewFrame({ agentId, look, className, onClose }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const port = useRef<MessagePort>(null)
  const text = JSON.stringify(look)
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
    port.current?.postMessage({ type: 'preview', look: text })
  }, [text])
  const hear = useEffectEvent(({ data }: MessageEvent<{ type: string }>) => {
    if (data.type === 'close') onClose?.()
  })
  useEffect(() => {
    const greet = ({ source, origin, data }: MessageEvent) => {
      const panel = frame.current?.contentWindow
      if (!panel || source !== panel || origin !== location.origin || data !== 'baton') return
      const { port1, port2 } = new MessageChannel()
      port.current = port1
      port1.onmessage = (message) => hear(message)
      panel.postMessage('baton', location.origin, [port2])
      port1.postMessage({ type: 'preview', look: latest.current })
      port1.postMessage({ type: 'start', page_url: '', referrer: '', locale: navigator.language })
      port1.postMessage({ type: 'opened' })
    }
    window.addEventListener('message', greet)
    return () => window.removeEventListener('message', greet)
  }, [])
  return (
    <iframe
      ref={frame}
      key={look.locale}
      title="Preview of the chat"
      src={`/widget/${agentId}?origin=${encodeURIComponent(location.origin)}`}
      className={className}
    />
  )
}
