import { useId } from 'react'
import { Card } from '#dashboard/components/card.tsx'
import { Choice } from '#dashboard/components/choice.tsx'
import { themeLooks } from '#dashboard/components/theme-looks.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { chooseTheme, themeChoice, themes } from '#dashboard/lib/theme.ts'

export function ThemeCard() {
  const chosen = useStore(themeChoice)
  const name = useId()
  return (
    <Card title="Theme" description="Kept in this browser.">
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="sr-only">Theme</legend>
        {themes.map((theme) => {
          const { icon: Icon, label } = themeLooks[theme]
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
