import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId } from 'react'
import { Card } from '#dashboard/components/card.tsx'
import { Choice } from '#dashboard/components/choice.tsx'
import { useStore } from '#dashboard/lib/store.ts'
import { chooseTheme, themeChoice, themes } from '#dashboard/lib/theme.ts'

const looks = {
  system: { icon: Monitor, label: 'As the system' },
  light: { icon: Sun, label: 'Light' },
  dark: { icon: Moon, label: 'Dark' },
}

/** A card to choose this browser's theme: light, dark or the system's. */
export function ThemeCard() {
  const chosen = useStore(themeChoice)
  const name = useId()
  return (
    <Card title="Theme" description="Kept in this browser.">
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="sr-only">Theme</legend>
        {themes.map((theme) => {
          const { icon: Icon, label } = looks[theme]
          return (
            <Choice
              key={theme}
              name={name}
              title={
                <span className="flex items-center gap-2">
                  <Icon aria-hidden className="size-4 text-muted" /> {label}
                </span>
              }
              chosen={chosen === theme}
              onChoose={() => chooseTheme(theme)}
            />
          )
        })}
      </fieldset>
    </Card>
  )
}
