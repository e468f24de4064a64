import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, type FunctionComponent, type ReactNode, Suspense } from 'react'

/** A component whose code comes when it is first shown, or asked for ahead. */
export type Loadable<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead of time, when a pointer or the focus comes near what shows it. It never fails. */
  preload: () => Promise<void>
}

type Components<Name extends string> = Record<Name, (props: never) => ReactNode>
type Props<Component> = Component extends (props: infer Known extends object) => ReactNode ? Known : object

/**
 * A component for a place that has a Suspense boundary around it. It is the router's own and not React's `lazy`, which
 * shows the fallback for a moment even where the code has come ahead, and React then shows nothing else for 300 ms.
 */
export function loadable<Module extends Components<Name>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): Loadable<Props<Module[Name]>> {
  type Known = Props<Module[Name]>
  // What stands under the name takes these properties: it is where they were read from.
  const Loaded = lazyRouteComponent(load as never as () => Promise<Record<string, FunctionComponent<Known>>>, name)
  return Object.assign((props: Known) => <Loaded {...props} />, { preload: async () => Loaded.preload?.() })
}

/**
 * A component that no first screen needs, as a dialog: its code comes when it is first shown. Once there it renders at
 * once, like any other.
 * @param fallback Stands in while the code is on its way.
 */
export function late<Module extends Components<Name>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode = null,
): Loadable<Props<Module[Name]>> {
  const Loaded = loadable(load, name)
  return Object.assign(
    (props: Props<Module[Name]>) => (
      <Suspense fallback={fallback}>
        <Loaded {...props} />
      </Suspense>
    ),
    { preload: Loaded.preload },
  )
}
