import { TextDifference } from '#dashboard/components/text-difference.tsx'
import { Button } from '#dashboard/ui/button.tsx'

/** Says that somebody else has saved since the form was opened, and what saving would change in their text. */
export function StaleNotice({ theirs, mine, onTake }: { theirs: string; mine: string; onTake: () => void }) {
  return (
    <div role="alert" className="flex flex-col gap-2 rounded border border-line-strong p-3">
      <p>
        <strong className="font-medium">Somebody else changed this meanwhile.</strong> What you wrote is kept below.
        Saving it now would change theirs like this:
      </p>
      <TextDifference before={theirs} after={mine} label="What saving yours would change" />
      <div>
        <Button size="sm" onClick={onTake}>
          Take theirs instead
        </Button>
      </div>
    </div>
  )
}
