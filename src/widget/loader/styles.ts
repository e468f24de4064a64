/** The styles of the launcher and the panel's frame. `!important` outweighs the page's rules for the host element. */
export const styleOf = (accent: string, ink: string, side: 'left' | 'right'): string => `
:host{all:initial!important;position:fixed!important;z-index:2147483000!important}
button,p{all:unset;box-sizing:border-box;position:fixed;bottom:max(16px,env(safe-area-inset-bottom));${side}:max(16px,env(safe-area-inset-${side}));min-width:56px;height:56px;padding:0 16px;border-radius:28px;background:${accent};color:${ink};font:600 16px/56px system-ui;text-align:center;cursor:pointer;box-shadow:0 4px 16px #0004}
p{bottom:84px;height:auto;max-width:280px;padding:0;font:400 14px/1.4 system-ui;border-radius:16px}
p:empty{opacity:0;pointer-events:none}
a{all:unset;display:block;padding:10px 16px}
button:focus-visible,p:focus-within{outline:3px solid ${accent};outline-offset:3px;box-shadow:0 0 0 3px #fff}
svg{width:24px;height:24px;vertical-align:middle;fill:currentColor}
[aria-busy=true]{opacity:.6;cursor:progress}
[aria-expanded=true]::before{content:"✕ "}
[aria-expanded=true] svg{display:none}
i{all:unset;position:absolute;top:-4px;right:-4px;min-width:10px;height:22px;padding:0 6px;border-radius:11px;background:#b91c1c;color:#fff;font:600 14px/22px system-ui}
dialog,iframe{all:unset;display:block;width:100%;height:100%;border-radius:inherit;color-scheme:normal}
dialog{position:fixed;bottom:88px;${side}:16px;width:min(400px,calc(100vw - 32px));height:min(640px,calc(100dvh - 112px));border-radius:16px;box-shadow:0 4px 16px #0004}
dialog:modal{inset:0;width:100vw;height:100dvh;border-radius:0}
dialog:not([open]),[hidden]{display:none}
@media (forced-colors:active){button,p{border:2px solid}}
@media print{:host{display:none!important}}`

/** Windows in which the panel takes the whole screen: those of phones, other small ones, and much enlarged pages. */
export const WHOLE_SCREEN = '(max-width:480px),(max-height:480px)'
