import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useSettle } from '#dashboard/components/use-settle.ts'
import {
  askForNotifications,
  blockedBecause,
  notificationState,
  playChime,
  showNotification,
} from '#dashboard/lib/browser-notices.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Switch } from '#dashboard/ui/switch.tsx'

/** Settings for sound and desktop notifications. Each browser has its own permission to show the latter. */
export function NotificationSettings() {
  const [settings, settle] = useSettle()
  const { sound = false, desktop = false } = settings?.notifications.kinds.waiting ?? {}
  const choose = (waiting: { sound?: boolean; desktop?: boolean }) => settle({ notifications: { kinds: { waiting } } })
  const [permission, setPermission] = useState(notificationState)
  const isOn = desktop && permission === 'granted'

  const turnOnDesktop = async (): Promise<boolean> => {
    const state = await askForNotifications()
    setPermission(state)
    if (state === 'granted') choose({ desktop: true })
    return state === 'granted'
  }
  const testDesktop = async () => {
    if (!isOn && !(await turnOnDesktop())) return
    void showNotification({ title: 'A visitor is waiting', body: 'This is how you will be told.', tag: 'test' })
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-sm">When a visitor waits for a person:</p>
      <Setting
        label="Play a sound"
        testLabel="Test sound"
        onTest={() => void playChime()}
        isOn={sound}
        onChange={(wanted) => choose({ sound: wanted })}
      />
      <Setting
        label="Show a notification"
        testLabel="Test notification"
        onTest={() => void testDesktop()}
        isOn={isOn}
        onChange={(wanted) => (wanted ? void turnOnDesktop() : choose({ desktop: false }))}
        disabled={Boolean(blockedBecause[permission])}
      />
      {blockedBecause[permission] && <p className="text-muted text-sm">{blockedBecause[permission]}</p>}
      <Link to="/settings/notifications" className="text-muted text-sm underline hover:text-ink">
        What else you are told, and how
      </Link>
    </div>
  )
}

interface SettingProps {
  label: string
  testLabel: string
  onTest: () => void
  isOn: boolean
  onChange: (isOn: boolean) => void
  disabled?: boolean
}

function Setting({ label, testLabel, onTest, isOn, onChange, disabled = false }: SettingProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="flex-1">
        {label}
      </label>
      <Button size="sm" aria-label={testLabel} onClick={onTest} disabled={disabled}>
        Test
      </Button>
      <Switch id={id} checked={isOn} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    </div>
  )
}
