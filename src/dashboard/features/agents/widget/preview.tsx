import { useEffect, useRef } from 'react'
import type { Data } from '#contract/index.ts'
import { Card } from '#dashboard/components/card.tsx'

export type Look = Pick<Data<'getAgentSettings'>, 'appearance' | 'greeting' | 'starters' | 'away_text' | 'locale'>

/**
 * The widget's real panel, with this component in place of the script on a website. As nothing is stored for it, the
 * panel takes whoever opens this screen for a new visitor.
 */
export function Preview({ agentId, look }: { agentId: string; look: Look }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const port = useRef<MessagePort>(null)
  const text = JSON.stringify(look)
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
    port.current?.postMessage({ type: 'preview', look: text })
  }, [text])
  useEffect(() => {
    const greet = ({ source, origin, data }: MessageEvent) => {
      const panel = frame.current?.contentWindow
      if (!panel || source !== panel || origin !== location.origin || data !== 'baton') return
      const { port1, port2 } = new MessageChannel()
      port.current = port1
      panel.postMessage('baton', location.origin, [port2])
      port1.postMessage({ type: 'preview', look: latest.current })
      port1.postMessage({ type: 'start', page_url: '', referrer: '', locale: navigator.language })
      port1.postMessage({ type: 'opened' })
    }
    window.addEventListener('message', greet)
    return () => window.removeEventListener('message', greet)
  }, [])
  return (
    <Card
      title="Preview"
      description="As it will be once it is saved. What you write here is a real conversation in the inbox."
    >
      <iframe
        ref={frame}
        key={look.locale}
        title="Preview of the chat"
        src={`/widget/${agentId}?origin=${encodeURIComponent(location.origin)}`}
        className="h-130 w-full rounded border border-line"
      />
    </Card>
  )
}
