import { Card } from '#dashboard/components/card.tsx'
import { Choice } from '#dashboard/components/choice.tsx'
import { useSettle } from '#dashboard/components/use-settle.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const states = [
  { value: 'available', title: 'Available', text: 'You are there for visitors.' },
  { value: 'away', title: 'Away', text: 'Your team sees that you are not there.' },
] as const

export function AvailabilityCard() {
  const [settings, settle] = useSettle()
  return (
    <Card title="Availability">
      {settings ? (
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="sr-only">Availability</legend>
          {states.map(({ value, title, text }) => (
            <Choice
              key={value}
              name="availability"
              title={title}
              chosen={settings.availability === value}
              text={text}
              onChoose={() => settle({ availability: value })}
            />
          ))}
        </fieldset>
      ) : (
        <Skeleton className="h-20 w-full" />
      )}
    </Card>
  )
}
