import { useEffect, useRef } from 'react'
import type { Data } from '#contract/index.ts'
import { Card } from '#dashboard/components/card.tsx'

/**
 * The real panel, as a page of this server's own origin shows it: this screen does what the widget's script does on a
 * website. It keeps nothing, so each look at it is a new visitor's.
 */
export function Preview({ agentId, settings }: { agentId: string; settings: Data<'getAgentSettings'> }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { appearance, starters, away_text, locale, greeting } = settings
  useEffect(() => {
    const greet = ({ source, origin, data }: MessageEvent) => {
      const panel = frame.current?.contentWindow
      if (!panel || source !== panel || origin !== location.origin || data !== 'baton') return
      const { port1, port2 } = new MessageChannel()
      panel.postMessage('baton', location.origin, [port2])
      port1.postMessage({ type: 'start', page_url: '', referrer: '', locale: navigator.language })
      port1.postMessage({ type: 'opened' })
    }
    window.addEventListener('message', greet)
    return () => window.removeEventListener('message', greet)
  }, [])
  return (
    <Card title="Preview" description="As it is saved. What you write here is a real conversation in the inbox.">
      <iframe
        ref={frame}
        key={JSON.stringify([appearance, starters, away_text, locale, greeting])}
        title="Preview of the chat"
        src={`/widget/${agentId}?origin=${encodeURIComponent(location.origin)}`}
        className="h-130 w-full rounded border border-line"
      />
    </Card>
  )
}
