import { Fragment } from 'react'
import { Card } from '#dashboard/components/card.tsx'
import { SwitchLine } from '#dashboard/components/switch-line.tsx'
import { useSettle } from '#dashboard/components/use-settle.ts'
import { browserZone } from '#dashboard/lib/time.ts'
import { Input } from '#dashboard/ui/input.tsx'

const NIGHT = { from: '20:00', to: '08:00' }

/** When nothing is shown, played or pushed. The list and mails go on. */
export function QuietCard() {
  const [settings, settle] = useSettle()
  const { only_while_available, quiet_hours } = settings?.notifications ?? {}
  const time_zone = browserZone()
  const change = (hours: typeof NIGHT | null) => settle({ notifications: { quiet_hours: hours, time_zone } })
  return (
    <Card
      title="When it is quiet"
      description="Nothing is shown on your desktop, played or pushed then. Your list and mail go on."
    >
      <div className="flex flex-col gap-3">
        <SwitchLine
          isOn={settings && only_while_available}
          onChange={(isOn) => settle({ notifications: { only_while_available: isOn } })}
          error={null}
        >
          While I am away
        </SwitchLine>
        <SwitchLine
          isOn={settings && quiet_hours !== null}
          onChange={(isOn) => change(isOn ? NIGHT : null)}
          error={null}
        >
          Every day at the same hours
        </SwitchLine>
        {quiet_hours && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 sm:pl-11">
            <div className="grid grid-cols-[auto_10rem] items-center gap-2 sm:flex">
              {(['from', 'to'] as const).map((end) => (
                <Fragment key={end}>
                  <span aria-hidden className="text-muted">
                    {end === 'from' ? 'From' : 'to'}
                  </span>
                  <Input
                    type="time"
                    required
                    aria-label={end === 'from' ? 'Quiet from' : 'Quiet until'}
                    className="sm:w-32"
                    value={quiet_hours[end]}
                    onChange={({ target }) => target.value !== '' && change({ ...quiet_hours, [end]: target.value })}
                  />
                </Fragment>
              ))}
            </div>
            <span className="text-muted text-sm">
              {quiet_hours.to <= quiet_hours.from && 'the next day, '}
              {time_zone.replaceAll('_', ' ')}
            </span>
          </div>
        )}
      </div>
    </Card>
  )
}
