import type { Plugin } from 'vite'

const REACT_DOM = /react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/

/*
 * What this page never does, and React DOM brings for those who do: a fifth of its size, and a tenth of a first load.
 * Each list holds functions that then are never called, or return without having done anything.
 */

/** `<ViewTransition>`: no fiber is ever one (tag 30). */
const viewTransitions = `
  applyViewTransitionToHostInstances applyViewTransitionToHostInstancesRecursive restoreViewTransitionOnHostInstances
  commitAppearingPairViewTransitions commitEnterViewTransitions commitDeletedPairViewTransitions
  commitExitViewTransitions commitNestedViewTransitions restorePairedViewTransitions
  restoreEnterOrExitViewTransitions restoreNestedViewTransitions measureViewTransitionHostInstancesRecursive
  measureNestedViewTransitions trackEnterViewTransitions scheduleViewTransitionEvent startViewTransition
  reportViewTransitionError applyViewTransitionName restoreViewTransitionName ViewTransitionPseudoElement
  createViewTransitionInstance getViewTransitionName getViewTransitionClassName recursivelyTraverseAfterMutationEffects
  commitAfterMutationEffectsOnFiber flushAfterMutationEffects`

/** `hydrateRoot`: the server sends no markup, so that nothing is dehydrated and no event waits for it. */
const hydration = `
  throwOnHydrationMismatch canHydrateInstance canHydrateHydrationBoundary prepareToHydrateHostInstance
  popToNextHostParent popHydrationState resetHydrationState updateDehydratedSuspenseComponent clearHydrationBoundary
  hideOrUnhideDehydratedBoundary retryDehydratedSuspenseBoundary getNextHydratable queueIfContinuousEvent
  clearIfContinuousEvent retryIfBlockedOn attemptExplicitHydrationTarget createFiberFromDehydratedFragment`

/** `<title>`, `<meta>`, `<link>`, `<style>` and `<script>` that React moves into the head; `preload` and its like. */
const resources = `
  prefetchDNS preconnect preload preloadModule preinitScript preinitStyle preinitModuleScript getResource
  acquireResource preloadResource suspendResource getHydratableHoistableCache mountHoistable
  adoptPreloadPropsForStylesheet adoptPreloadPropsForScript insertStylesheet insertStylesheetIntoRoot
  insertSuspendedStylesheets`

/** `ref` on a `<Fragment>`. */
const fragmentRefs = `
  FragmentInstance commitNewChildToFragmentInstance commitNewChildToFragmentInstances deleteChildFromFragmentInstance
  commitFragmentInstanceInsertionEffects commitFragmentInstanceDeletionEffects`

/** `<Activity>` and `<SuspenseList>`. */
const lists = 'updateActivityComponent mountActivityChildren updateSuspenseListComponent'

/** `<form action={…}>`, `useActionState`, `useFormStatus` and `useOptimistic`. */
const formActions = `
  extractEvents$1 coerceFormActionProp startHostTransition ensureFormComponentIsStateful mountActionState
  updateActionState updateActionStateImpl rerenderActionState dispatchActionState runActionStateAction
  updateOptimisticImpl dispatchOptimisticSetState`

/** Elements with a hyphen in their name. */
const customElements = 'isCustomElement setPropOnCustomElement'

const UNUSED = [viewTransitions, hydration, resources, fragmentRefs, lists, formActions, customElements]
  .join(' ')
  .trim()
  .split(/\s+/)

/** What the variables of these features hold when nobody uses them. */
const constants = {
  shouldStartViewTransition: '!1',
  appearingViewTransitions: 'null',
  pendingViewTransition: 'null',
  pendingViewTransitionEvents: 'null',
  inUpdateViewTransition: '!1',
  isHydrating: '!1',
  hydrationParentFiber: 'null',
  nextHydratableInstance: 'null',
}

const replacements: [RegExp, string][] = [
  // Whether a commit may be a view transition.
  [/\((\w+) & 335544064\) === \1/g, '!1'],
  [/popHydrationState\(workInProgress\)/g, '!1'],
  [/[\w$]+(?:\.memoizedState)?\.dehydrated\b/g, 'null'],
  [/isHostHoistableType\(\s*type,\s*pendingProps,\s*contextStackCursor\.current\s*\)/, '!1'],
  // For React Native.
  [/Scheduler\.(log|unstable_setDisableYieldValue)\b/g, 'void 0'],
  // The component stack of an error, which nothing here shows.
  [/^(function getStackByFiberInDevAndProd)\(\w+\) \{\n[\s\S]*?^\}$/m, '$1() { return "" }'],
  [/^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function [\s\S]*?^};$/gm, ''],
  [/^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = [\s\S]*?^};$/m, ''],
  [/^ReactDOMHydrationRoot\.prototype\.\w+ = /gm, ''],
  [/^exports\.hydrateRoot = function [\s\S]*?^};$/m, ''],
]

/** Leaves out of React DOM what this page never uses; the minifier drops what then leads nowhere. */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    transform: {
      filter: { id: REACT_DOM },
      handler: (code) => ({ code: leaveOut(code), map: null }),
    },
  }
}

/** @throws Error when a piece isn't found: React has changed, and the lists must be looked through. */
export function leaveOut(code: string): string {
  let left = code
  const replace = (pattern: RegExp, replacement: string) => {
    const next = left.replace(pattern, replacement)
    if (next === left) throw new Error(`React DOM has no ${pattern} any more: look through build/lean-react.ts.`)
    left = next
  }
  for (const [pattern, replacement] of replacements) replace(pattern, replacement)
  for (const name of UNUSED)
    replace(
      new RegExp(`^function ${name.replace('$', '\\$')}\\(([^)]*)\\) \\{\\n[\\s\\S]*?^\\}$`, 'm'),
      `function ${name.replace('$', '$$$$')}($1) {}`,
    )
  for (const [name, value] of Object.entries(constants)) hold(name, value)
  return left

  /** Reads of a variable become its value; what is still written to it goes elsewhere. */
  function hold(name: string, value: string): void {
    const declared = new RegExp(`(?:^var|,)\\s+${name} =`, 'm').exec(left)
    if (!declared) throw new Error(`React DOM has no variable ${name} any more: look through build/lean-react.ts.`)
    const before = left.slice(0, declared.index)
    const after = left
      .slice(declared.index)
      .replace(new RegExp(`(?<![\\w$.])${name}(?=\\s=\\s)`, 'g'), `left_out_${name}`)
      .replace(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`, 'g'), value)
    left = before + after
  }
}
