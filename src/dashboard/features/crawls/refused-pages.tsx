import { counted } from '#dashboard/lib/sizes.ts'
import type { CreateProgress } from './create-sources.ts'

/** Lists pages that the server refused, with the reasons. */
export function RefusedPages({ refused }: Pick<CreateProgress, 'refused'>) {
  if (refused.length === 0) return null
  return (
    <details className="rounded border border-warning-line bg-warning-soft px-3 py-2">
      <summary className="font-medium text-warning">{counted(refused.length, 'page')} refused</summary>
      <ul className="mt-2 flex max-h-60 flex-col gap-1 overflow-y-auto text-sm">
        {refused.map(({ url, message }) => (
          <li key={url}>
            <span className="block truncate font-mono" title={url}>
              {url}
            </span>
            <span className="text-ink-soft">It {message}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
