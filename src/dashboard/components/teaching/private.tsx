import X from 'lucide-react/icons/x'
import { Button } from '#dashboard/ui/button.tsx'
import { type PrivateDetail, privateDetails, without } from './private-details.ts'

interface PrivateProps {
  texts: readonly string[]
  names: readonly (string | null)[]
  onRemove: (texts: string[]) => void
}

/** Lists the details in the texts that may concern one visitor alone, with buttons that take them out. */
export function Private({ texts, names, onRemove }: PrivateProps) {
  const found = privateDetails(texts.join('\n'), names)
  if (found.length === 0) return null
  const remove = (details: readonly PrivateDetail[]) => onRemove(texts.map((text) => details.reduce(without, text)))
  return (
    <section
      aria-label="Private details"
      className="flex flex-col gap-2 rounded border border-warning-line bg-warning-soft px-3 py-2"
    >
      <p>This may be about one visitor alone, and every visitor would read it:</p>
      <ul className="flex flex-wrap gap-1.5">
        {found.map((detail) => (
          <li key={detail.text}>
            <Button size="sm" onClick={() => remove([detail])} aria-label={`Remove the ${detail.what} ${detail.text}`}>
              {detail.text} <X aria-hidden />
            </Button>
          </li>
        ))}
        {found.length > 1 && (
          <li>
            <Button size="sm" onClick={() => remove(found)}>
              Remove all
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}
