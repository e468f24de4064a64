import { useId, useState } from 'react'
import { useSettle } from '#dashboard/components/use-settle.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Switch } from '#dashboard/ui/switch.tsx'
import {
  askForNotifications,
  type NotificationState,
  notificationState,
  playChime,
  showNotification,
} from './browser.ts'

const why: Partial<Record<NotificationState, string>> = {
  denied:
    'This browser blocks notifications from here. Allow them in the site settings, beside the address, then switch this on.',
  unsupported: 'This browser shows notifications only for pages served over https.',
}

/**
 * Settings for sound and desktop notifications, each with a test button. The server stores the settings; the permission
 * to show notifications belongs to each browser.
 */
export function NotificationSettings() {
  const [settings, settle] = useSettle()
  const { sound = false, desktop = false } = settings?.notifications ?? {}
  const [permission, setPermission] = useState(notificationState)
  const soundId = useId()
  const desktopId = useId()
  const isOn = desktop && permission === 'granted'

  const turnOnDesktop = async (): Promise<boolean> => {
    const state = await askForNotifications()
    setPermission(state)
    if (state === 'granted') settle({ notifications: { desktop: true } })
    return state === 'granted'
  }
  const testDesktop = async () => {
    if (!isOn && !(await turnOnDesktop())) return
    showNotification({ title: 'A visitor is waiting', body: 'This is how you will be told.', tag: 'test' })
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-sm">When a visitor waits for a person:</p>
      <div className="flex items-center gap-3">
        <label htmlFor={soundId} className="flex-1">
          Play a sound
        </label>
        <Button size="sm" aria-label="Test sound" onClick={() => void playChime()}>
          Test
        </Button>
        <Switch
          id={soundId}
          checked={sound}
          onChange={(event) => settle({ notifications: { sound: event.target.checked } })}
        />
      </div>
      <div className="flex items-center gap-3">
        <label htmlFor={desktopId} className="flex-1">
          Show a notification
        </label>
        <Button
          size="sm"
          aria-label="Test notification"
          onClick={() => void testDesktop()}
          disabled={Boolean(why[permission])}
        >
          Test
        </Button>
        <Switch
          id={desktopId}
          checked={isOn}
          disabled={Boolean(why[permission])}
          onChange={(event) =>
            event.target.checked ? void turnOnDesktop() : settle({ notifications: { desktop: false } })
          }
        />
      </div>
      {why[permission] && <p className="text-muted text-sm">{why[permission]}</p>}
    </div>
  )
}
