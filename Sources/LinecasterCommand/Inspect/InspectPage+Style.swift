/// The style sheet of the page.
extension InspectPage {
  /// The CSS, for light and dark mode.
  static let css = #"""
    :root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#1c2024;--soft:#60666e;
    --line:#e0e3e8;--mark:#3b5bdb;--hover:#edf2ff;--check:#e9ebef}
    @media (prefers-color-scheme:dark){:root{--page:#121417;--card:#1b1e22;--ink:#e8eaed;
    --soft:#9aa1a9;--line:#2d3238;--mark:#91a7ff;--hover:#252b3d;--check:#23272c}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--page);color:var(--ink);
    font:14px/1.45 system-ui,"Noto Sans",sans-serif}
    header{padding:18px 24px 14px;border-bottom:1px solid var(--line);background:var(--card)}
    h1{margin:0;font-size:18px;overflow-wrap:anywhere}
    header p{margin:2px 0 0;color:var(--soft);font-size:13px}
    h2{margin:0 0 8px;font-size:11px;letter-spacing:.06em;text-transform:uppercase;
    color:var(--soft)}
    main{display:grid;grid-template-columns:minmax(0,1fr) 400px;gap:20px;padding:20px 24px;
    align-items:start}
    .picture{min-width:0;position:sticky;top:20px}
    .tools{display:flex;gap:12px;align-items:center;justify-content:space-between;
    flex-wrap:wrap;margin-bottom:10px}
    .tools>div{display:flex;gap:4px}
    button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);
    border-radius:6px;padding:3px 10px;cursor:pointer}
    button:hover{background:var(--hover)}
    [data-zoom=reset]{min-width:76px;font-variant-numeric:tabular-nums}
    .where{color:var(--soft);font-size:13px;font-variant-numeric:tabular-nums}
    :focus-visible{outline:2px solid var(--mark);outline-offset:1px}
    .stage{overflow:auto;border:1px solid var(--line);border-radius:10px;padding:24px;
    max-height:calc(100vh - 80px);
    background:repeating-conic-gradient(var(--check) 0 25%,var(--card) 0 50%) 0 0/20px 20px}
    .paper{position:relative;width:max-content;margin:auto;box-shadow:0 2px 14px #0003}
    .paper img{display:block}
    .paper svg{position:absolute;inset:0;overflow:visible}
    aside{display:grid;gap:14px;position:sticky;top:20px;max-height:calc(100vh - 40px);
    overflow:auto;border-radius:10px}
    .panel{background:var(--card);border:1px solid var(--line);border-radius:10px;
    padding:14px 16px;min-width:0}
    .layer{display:none}.layer.on{display:inline}
    .paper svg *{vector-effect:non-scaling-stroke}
    .boxes rect{fill:#4263eb;fill-opacity:.04;stroke:#4263eb;stroke-opacity:.8}
    .lines rect{fill:#f59f00;fill-opacity:.14;stroke:#f59f00;stroke-opacity:.5}
    .clusters rect{fill:#1c7ed6;fill-opacity:.3}.clusters .even{fill:#0ca678}
    .fallback rect{fill:var(--c);fill-opacity:.32}
    .baselines path{stroke:#e03131;fill:none}
    .inlines rect{fill:#9c36b5;fill-opacity:.1;stroke:#9c36b5}
    .missing rect{fill:#e03131;fill-opacity:.12;stroke:#e03131;stroke-width:1.5;
    stroke-dasharray:3 2}
    .missing .found{fill-opacity:.4;stroke-width:3}
    .spot,.pick,.caret{pointer-events:none}
    .spot{fill:#f03e8c;fill-opacity:.12;stroke:#f03e8c}
    .pick{fill:#f03e8c;fill-opacity:.14;stroke:#f03e8c;stroke-width:2}
    .caret{stroke:#d6336c;stroke-width:2}
    .paper [hidden]{display:none}
    label{display:flex;align-items:center;gap:8px;padding:3px 0;cursor:pointer}
    label small,li small{margin-left:auto;color:var(--soft);font-variant-numeric:tabular-nums;
    white-space:nowrap}
    input{accent-color:var(--mark);margin:0}
    .key{display:inline-block;width:11px;height:11px;border-radius:3px;background:var(--c);
    flex:none;margin-right:2px}
    .key.boxes{--c:#4263eb}.key.baselines{--c:#e03131}.key.lines{--c:#f59f00}
    .key.inlines{--c:#9c36b5}
    .key.clusters{--c:linear-gradient(90deg,#0ca678 50%,#1c7ed6 50%)}.key.fallback{--c:#e8590c}
    ol,ul{list-style:none;margin:0;padding:0}
    [role=tree]{max-height:360px;overflow:auto;margin:0 -8px}
    [role=treeitem]{outline:none}
    [role=treeitem][hidden]{display:none}
    [aria-expanded=false]>[role=group]{display:none}
    .item{display:flex;gap:6px;padding:2px 8px 2px calc(6px + var(--depth)*14px);
    border-radius:5px;cursor:pointer;font-size:13px}
    .item span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--soft)}
    .item>i{flex:none;width:12px;font-style:normal;color:var(--soft);text-align:center}
    [aria-expanded=true]>.item>i::before{content:"▾"}
    [aria-expanded=false]>.item>i::before{content:"▸"}
    .item:hover,[aria-selected=true]>.item{background:var(--hover)}
    [aria-selected=true]>.item b{color:var(--mark)}
    [role=treeitem]:focus-visible>.item{outline:2px solid var(--mark);outline-offset:-2px}
    #missing li button{display:flex;gap:6px;width:100%;text-align:left;align-items:baseline;
    border-color:transparent;padding:2px 4px;font-size:13px}
    #missing small{margin-left:auto;max-width:45%;overflow:hidden;text-overflow:ellipsis}
    .note{color:var(--soft);font-size:13px}
    .detail:not(:empty){display:grid;gap:10px}
    .head{overflow-wrap:anywhere}.head span{color:var(--soft)}
    .detail th{vertical-align:top;white-space:nowrap;width:1%}
    .edges{display:grid;grid-template:auto auto auto/minmax(28px,auto) 1fr minmax(28px,auto);
    align-items:center;justify-items:center;border:1px solid var(--line);position:relative;
    font-size:11px;font-variant-numeric:tabular-nums;width:100%}
    .edges .name{position:absolute;left:4px;top:1px;color:var(--soft)}
    .edges .top{grid-area:1/2;padding:2px}.edges .left{grid-area:2/1}
    .edges .right{grid-area:2/3}.edges .bottom{grid-area:3/2;padding:2px}
    .edges>div{grid-area:2/2}
    .edges.margin{background:#f59f0022;border-style:dashed}
    .edges.border{background:#f59f0044}.edges.padding{background:#2b8a3e33}
    .edges .content{background:#4263eb33;border:1px solid var(--line);width:100%;
    text-align:center;padding:6px;min-width:90px}
    table{width:100%;border-collapse:collapse;font-size:13px}
    th{text-align:left;font-weight:500;color:var(--soft);padding:2px 8px 2px 0}
    td{padding:3px 8px 3px 0;border-top:1px solid var(--line);vertical-align:top;
    overflow-wrap:anywhere}
    .bars td,.bars th{border:0;white-space:nowrap}
    .n{text-align:right;padding-right:0;font-variant-numeric:tabular-nums;white-space:nowrap}
    th:not(:first-child){text-align:right;padding-right:0}
    .bar{display:block;height:9px;margin-top:5px;min-width:1px;border-radius:3px;
    background:var(--mark)}
    .bars td:nth-child(2){width:55%}
    code{font:12px/1.4 ui-monospace,"Noto Sans Mono",monospace}
    em{font-style:normal;font-size:11px;color:var(--soft);border:1px solid var(--line);
    border-radius:9px;padding:0 6px;white-space:nowrap}
    #fonts code{display:block;color:var(--soft)}#fonts .key{margin-right:6px}
    #fonts em{margin-left:6px}
    p{margin:0}.good{color:var(--soft)}
    @media (max-width:900px){header{padding:16px}main{grid-template-columns:minmax(0,1fr);
    padding:16px}.stage{padding:16px}aside,.picture{position:static;max-height:none}}
    """#
}
