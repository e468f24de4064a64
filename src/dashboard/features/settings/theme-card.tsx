import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { Card } from '#dashboard/components/card.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { chooseTheme, themeChoice, themes } from '#dashboard/lib/theme.ts'

const looks = {
  system: { icon: Monitor, label: 'As the system' },
  light: { icon: Sun, label: 'Light' },
  dark: { icon: Moon, label: 'Dark' },
}

/** Light or dark, in this browser. */
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
            <label
              key={theme}
              className={cn(
                'flex cursor-pointer items-center gap-2 rounded border px-3 py-2',
                chosen === theme ? 'border-ink bg-hover' : 'hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name={name}
                checked={chosen === theme}
                onChange={() => chooseTheme(theme)}
                className="size-4 accent-ink"
              />
              <Icon aria-hidden className="size-4 text-muted" />
              {label}
            </label>
          )
        })}
      </fieldset>
    </Card>
  )
}
