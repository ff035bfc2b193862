// The look of public pages: a poster in the band's colour, light or dark by the visitor's setting, on one sheet of A4 in print.

import { readableTextColorOn, shiftToContrast } from '@gaffer/domain/shared/readable-color'

/** The page backgrounds behind texts in the band's colour, as in web/src/app/tokens.css. */
const pageBackgrounds = { light: '#ffffff', dark: '#0e0e12' }
const minContrast = 4.5
/** Average width of a bold capital, as a fraction of the font size. */
const letterWidth = 0.68

export function composePageStyle(color: string, name: string): string {
  const longest = Math.max(...name.split(/\s+/).map((word) => [...word].length), 1)
  // The largest font size at which the longest word of the name fits.
  const size = Math.min(24, 92 / (longest * letterWidth)).toFixed(1)
  const onBand = readableTextColorOn(color)
  const light = shiftToContrast(color, pageBackgrounds.light, minContrast)
  const dark = shiftToContrast(color, pageBackgrounds.dark, minContrast)
  return `:root{color-scheme:light dark;--band:${color};--on:${onBand};--ink:${light};--size:${size}cqw}
@media screen and (prefers-color-scheme:dark){:root{--ink:${dark}}}
${style}`
}

const style = `:root{--bg:#fff;--text:#15151a;--muted:#4b4b57;--line:#dcdce4;--edge:#7a7a88;--bad:#b91c1c}
@media screen and (prefers-color-scheme:dark){:root{--bg:#0e0e12;--text:#f4f4f7;--muted:#b4b4c0;--line:#2e2e38;--edge:#7c7c8c;--bad:#f87171}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:17px/26px system-ui,sans-serif;overflow-wrap:anywhere}
main,footer{max-width:960px;margin:0 auto;padding:0 16px}
a{color:var(--ink)}
header{background:var(--band);color:var(--on);container-type:inline-size}
header img{display:block;width:100%;aspect-ratio:4/3;max-height:56vh;object-fit:cover}
header div{max-width:960px;margin:0 auto;padding:20px 16px 24px;container-type:inline-size}
h1{margin:0;font-size:clamp(20px,var(--size),150px);line-height:.95;font-weight:900;letter-spacing:-.03em;text-transform:uppercase;overflow-wrap:anywhere}
header p{margin:16px 0 0;font-size:20px;font-weight:700}
h2{margin:40px 0 12px;font-size:26px;line-height:32px;font-weight:900;letter-spacing:-.01em;text-transform:uppercase}
ol{list-style:none;margin:0;padding:0}
li.gig{display:grid;grid-template-columns:112px 1fr auto;gap:8px 20px;align-items:center;padding:16px 0;border-top:3px solid var(--ink)}
.gig time{font-size:18px;font-weight:800;text-transform:uppercase;line-height:20px;color:var(--ink)}
.gig time b{display:block;font-size:60px;line-height:54px;font-weight:900;letter-spacing:-.03em}
.gig strong{display:block;font-size:26px;line-height:32px;font-weight:800}
.gig p{margin:2px 0 0;color:var(--muted)}
.past li.gig{padding:8px 0;border-width:1px}
.past .gig time b{font-size:34px;line-height:34px}
.past .gig strong{font-size:20px;line-height:26px}
.more{color:var(--muted)}
.button,button{display:inline-block;min-height:48px;padding:9px 18px;border:2px solid var(--ink);border-radius:10px;background:var(--band);color:var(--on);font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
.links{display:flex;flex-wrap:wrap;gap:4px 20px;padding:0;list-style:none}
.links a,footer a{display:inline-block;min-height:44px;padding:9px 0}
form p{margin:0 0 16px}
form .more{margin-top:12px}
label,legend{display:block;margin-bottom:6px;padding:0;font-weight:600}
input,textarea{width:100%;min-height:48px;padding:11px 12px;border:1px solid var(--edge);border-radius:10px;background:var(--bg);color:inherit;font:inherit}
fieldset{margin:0 0 16px;padding:0;border:0}
form{max-width:640px}
.enquire{content-visibility:auto;contain-intrinsic-size:auto 900px}
.days{display:grid;grid-template-columns:repeat(auto-fill,minmax(172px,1fr));gap:8px}
.bad{color:var(--bad);font-weight:600}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.hp{position:absolute;left:-9999px}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
footer{margin-top:40px;padding-bottom:32px;color:var(--muted);font-size:15px}
@media(max-width:600px){li.gig{grid-template-columns:76px 1fr}.gig time{font-size:15px}.gig time b{font-size:44px;line-height:42px}.gig strong{font-size:21px;line-height:26px}.gig .button{grid-column:2;justify-self:start}li.gig{align-items:start}.gig time{grid-row:span 2}}
@media print{@page{size:A4;margin:10mm}body{font-size:13px;line-height:17px;background:#fff;color:#000}header{print-color-adjust:exact;-webkit-print-color-adjust:exact}header img{max-height:40mm}header div{padding:12px 16px}header p{margin-top:8px;font-size:15px}h1{font-size:min(var(--size),56px)}h2{margin:14px 0 6px;font-size:18px;line-height:22px}p{margin:0 0 6px}li.gig{grid-template-columns:150px 1fr;padding:3px 0;break-inside:avoid}.gig time{font-size:14px}.gig time b{display:inline;font:inherit;letter-spacing:0}.gig strong{font-size:16px;line-height:20px}form,.enquire,.past,.button,.feeds,.links,h2:has(+.links),.gig:nth-child(n+8){display:none}}`
