// ---- The parts of the page --------------------------------------------------------------------------------------

function resize(canvas, width, height) {
  const w = Math.round(width * ratio), h = Math.round(height * ratio);
  if (canvas.width === w && canvas.height === h) return;
  canvas.width = w;
  canvas.height = h;
  canvas.style.height = height + 'px';
}

/// T_C with its subscript.
const symbol = text => {
  const parts = text.split('_');
  return parts.length === 2 ? [parts[0], make('sub', {textContent: parts[1]})] : [text];
};

function showTracks() {
  const main = $('tracks');
  main.replaceChildren(...tracks.map(track => {
    const heading = make('h2', {});
    const name = make('span', {className: 'name'}, track.title);
    if (page.dots) {
      const dot = make('span', {className: 'dot'});
      dot.style.background = track.color[theme];
      name.prepend(dot);
    }
    if (track.title) heading.append(name);
    const told = isHiding() ? [] : track.facts;
    for (const [text, head, isWrong] of told) {
      const fact = make('span', {className: isWrong ? 'fact wrong' : 'fact'});
      if (head) fact.append(make('span', {className: 'head'}, head));
      fact.append(text);
      heading.append(fact);
    }
    const section = make('section', {className: 'track'}, heading);
    track.canvas = null;
    if (!track.start) {
      section.append(make('p', {className: 'refusal'}, track.refusal || track.awaited));
      return section;
    }
    const facts = told.map(fact => fact[0]).join(', ');
    track.canvas = make('canvas', {tabIndex: 0});
    track.canvas.setAttribute('role', 'application');
    track.canvas.setAttribute('aria-roledescription', 'timeline');
    track.canvas.setAttribute('aria-label', `${track.title}: ${facts}. Arrow keys walk through its operations.`);
    track.over = make('canvas', {});
    track.over.setAttribute('aria-hidden', 'true');
    const plot = make('div', {className: 'plot'}, track.canvas, track.over);
    listen(track, plot);
    section.append(plot);
    return section;
  }));
  if (scene.notice) main.append(make('p', {className: 'refusal'}, scene.notice));
}

/// Fits the canvases to the width of the window.
function layOut() {
  ratio = isPrinting ? 3 : devicePixelRatio || 1;
  patterns.clear();
  const context = $('axis').getContext('2d');
  context.font = `11px ${colors.font}`;
  names = 32;
  const leaveRoom = text => names = Math.max(names, Math.min(140, Math.ceil(context.measureText(text).width) + 15));
  for (const track of tracks) {
    if (!track.start) continue;
    for (const lane of track.order.lanes) leaveRoom(lane.label);
    for (const strip of track.held.values()) leaveRoom(strip.label);
  }
  for (const track of tracks) {
    if (!track.canvas) continue;
    arrange(track);
    track.width = track.canvas.clientWidth || $('tracks').clientWidth;
    track.drawn = {};
    for (const canvas of [track.canvas, track.over]) {
      resize(canvas, track.width, track.height);
      canvas.getContext('2d').setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    track.context = track.canvas.getContext('2d');
  }
  redraw();
}

function showLegend() {
  $('legend').replaceChildren(...scene.legend.map(entry => {
    const swatch = make('canvas', {width: Math.round(15 * ratio), height: Math.round(11 * ratio)});
    swatch.setAttribute('aria-hidden', 'true');
    const context = swatch.getContext('2d'), width = 15 / entry.looks.length;
    context.scale(ratio, ratio);
    entry.looks.forEach((look, i) => {
      context.fillStyle = fillOf(context, page.looks[look], true);
      context.fillRect(i * width, 0, width, 11);
      if (page.looks[look].border) {
        context.strokeStyle = page.looks[look].border[theme];
        context.strokeRect(i * width + 0.5, 0.5, width - 1, 10);
      }
    });
    return make('li', {}, swatch, entry.text);
  }), make('li', {className: 'axis'}, scene.notice ? '' : scene.axis));
}

function setTheme(isDark) {
  theme = isDark ? 1 : 0;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  const style = getComputedStyle(document.documentElement);
  for (const name of ['window', 'text', 'muted', 'accent', 'cursor', 'error'])
    colors[name] = style.getPropertyValue('--' + name).trim();
  colors.font = getComputedStyle(document.body).fontFamily;
  $('theme').textContent = isDark ? 'Light' : 'Dark';
  $('theme').title = isDark ? 'Use light colours' : 'Use dark colours';
  patterns.clear();
}

/// As setTheme(), for what is on screen; the pick stays.
function changeTheme(isDark) {
  setTheme(isDark);
  showScene();
}

function showSliders() {
  $('sliders').replaceChildren(...page.sliders.map((slider, i) => {
    const input = make('input', {type: 'range', min: 0, max: slider.texts.length - 1, step: 1, value: slider.at});
    const output = make('output', {});
    const show = () => {
      output.textContent = slider.texts[slider.at];
      input.setAttribute('aria-valuetext', slider.texts[slider.at]);
    };
    input.addEventListener('input', () => {
      slider.at = Number(input.value);
      show();
      setScene(page.sliders.reduce((at, one) => at * one.texts.length + one.at, 0));
    });
    const title = slider.title.charAt(0).toUpperCase() + slider.title.slice(1);
    const name = make('span', {}, title);
    if (slider.symbol && slider.symbol !== slider.title) name.append(' ', ...symbol(slider.symbol));
    show();
    input.id = 'slider' + i;
    return make('label', {htmlFor: input.id}, name, input, output);
  }));
}

function showScene() {
  showTracks();
  showLegend();
  if (lesson) {  // what is around the rows decides their height
    showTask();
    showBars();
  }
  layOut();
  if (lesson) showPicture();
}

/// Shows a scene; everything that is drawn depends on it.
function setScene(index) {
  page.scene = index;
  readScene(index);
  pick = hover = null;
  showWhy();
  $('card').hidden = true;
  if (isFitted) view = {begin: scene.begin, end: scene.end};
  if (until < Infinity) until = Math.min(until, scene.end, cut);
  showScene();
  showNow();
  if ($('table').open) fillTable();
}

// ---- Explanations -----------------------------------------------------------------------------------------------

/// The lines of the card of a place, as the program's.
function cardOf(place) {
  const {track, op} = place;
  if (!(op >= 0)) {
    const [what, ...rest] = place.gap.card.split('\n');
    return [what, `${moment(place.gap.begin)} – ${moment(place.gap.end)}`, ...rest];
  }
  const length = track.stop[op] - track.start[op], lane = track.order.lanes[laneOf(track, op)];
  const lines = [textOf(track, 'heads', op),
                 `${moment(track.start[op])} – ${moment(track.stop[op])} · ${page.durations[length]}`,
                 textOf(track, 'places', op)];
  const more = track.more?.[lane.row + op - lane.first];
  return more ? lines.concat(more.split('\n')) : lines;
}

/// Text with the few tags that the program's sentences have; a link leads to an op of the track.
function rich(track, html) {
  const out = document.createDocumentFragment(), parts = html.split(/(<[^>]*>)/), open = [out];
  const plain = text => text.replace(/&(lt|gt|amp|quot|nbsp|#39);/g,
      (all, name) => ({lt: '<', gt: '>', amp: '&', quot: '"', nbsp: '\u00a0', '#39': "'"})[name]);
  for (const part of parts) {
    const tag = /^<(\/?)(a|b|br|sub|i)\b(?: href="row:(\d+)")?[^>]*>$/.exec(part);
    if (!tag) {
      if (part) open.at(-1).append(plain(part));
    } else if (tag[2] === 'br') {
      open.at(-1).append(make('br', {}));
    } else if (tag[1]) {
      if (open.length > 1) open.pop();
    } else {
      const row = Number(tag[3]);
      const element = tag[2] === 'a' ? make('button', {type: 'button', className: 'link'}) : make(tag[2], {});
      if (tag[2] === 'a') element.addEventListener('click', () => show(track, opOfRow(track.order, row)));
      open.at(-1).append(element);
      open.push(element);
    }
  }
  return out;
}

function showWhy() {
  const panel = $('why');
  panel.hidden = !pick;
  if (!pick) return panel.replaceChildren();
  const {track} = pick, paragraph = (html, name = '') => html ? [make('p', {className: name}, rich(track, html))] : [];
  const close = make('button', {type: 'button', className: 'quiet close', textContent: '\u00d7', title: 'Close (Esc)'});
  close.setAttribute('aria-label', 'Close');
  close.addEventListener('click', clearPick);
  const plain = (text, name) => make('p', {className: name, textContent: text});
  if (pick.op >= 0 || !pick.gap.headline) {
    const [head, ...facts] = cardOf(pick);
    panel.replaceChildren(close, make('h3', {}, head), plain(track.title, 'fine'),
                          ...facts.map(fact => plain(fact, '')), ...(pick.op >= 0 ? [startOf(pick)] : []));
    return;
  }
  const {headline, title, facts, lead, steps, conclusion} = pick.gap;
  const list = make('ul', {}, ...steps.split('\n').filter(Boolean).map(step => make('li', {}, rich(track, step))));
  panel.replaceChildren(close, make('h3', {}, headline), plain(title, 'fine'),
                        ...facts.split('\n').filter(Boolean).map(fact => plain(fact, '')), ...paragraph(lead),
                        ...(steps ? [list] : []), ...paragraph(conclusion));
}

/// Why an op starts when it does: what its row waited for before it, or the op that it follows.
function startOf({track, lane, op}) {
  const first = track.order.lanes[lane].first, begin = track.start[op];
  const gap = gapsOf(track).find(gap => gap.lane === lane && gap.end === begin);
  if (gap?.headline) {
    const link = make('button', {type: 'button', className: 'link', textContent: gap.headline});
    link.addEventListener('click', () => setPick({track, lane, op: -1, gap}));
    return make('p', {}, 'Before it: ', link);
  }
  if (op === first || track.stop[op - 1] !== begin) return make('p', {});
  const link = make('button', {type: 'button', className: 'link', textContent: textOf(track, 'heads', op - 1)});
  link.addEventListener('click', () => show(track, op - 1));
  return make('p', {}, 'Starts right after ', link, ' in its row.');
}

function setPick(place) {
  pick = place;
  $('card').hidden = true;
  showWhy();
  drawOver();
}
function clearPick() { setPick(null); }

/// Picks an op and moves the view to it.
function show(track, op) {
  if (op < 0) return;
  const span = view.end - view.begin;
  if (track.start[op] < view.begin || track.stop[op] > view.end)
    setView((track.start[op] + track.stop[op] - span) / 2, (track.start[op] + track.stop[op] + span) / 2);
  setPick({track, lane: laneOf(track, op), op});
}

/// What is at a point of a track; null outside of its rows.
function placeAt(track, x, y) {
  const lane = track.order.lanes.findIndex(lane => y >= lane.top - 1 && y <= lane.bottom + 1);
  if (lane < 0 || x < names || x > track.width - PLOT_RIGHT) return null;
  const time = timeAt(track, x), op = opAt(track, track.order.lanes[lane], time);
  if ((op >= 0 ? drawnBegin(track, op) : time) >= until) return null;
  if (op >= 0) return {track, lane, op};
  const gap = gapAt(track, lane, time);
  return gap ? {track, lane, op: -1, gap} : null;
}

function showCard(place, x, y) {
  const card = $('card'), lines = place ? cardOf(place) : [];
  card.hidden = lines.length === 0;
  if (card.hidden) return;
  card.replaceChildren(...lines.map(line => make('div', {textContent: line})));
  const {width, height} = card.getBoundingClientRect();
  card.style.left = Math.max(4, Math.min(x + 14, innerWidth - width - 6)) + 'px';
  card.style.top = (y + 18 + height > innerHeight ? Math.max(4, y - height - 12) : y + 18) + 'px';
}

// ---- Zoom and playback ------------------------------------------------------------------------------------------

let isAsked = false;
/// Draws once before the next frame, however often it is asked for.
function ask() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    redraw();
  });
}

function setView(begin, end) {
  const whole = scene.end - scene.begin, span = Math.min(whole, Math.max(end - begin, Math.min(whole, 20)));
  const from = Math.min(Math.max(begin, scene.begin), scene.end - span);
  view = {begin: from, end: from + span};
  isFitted = span >= whole;
  ask();
}
function zoomBy(factor, at = (view.begin + view.end) / 2) {
  setView(at - (at - view.begin) / factor, at + (view.end - at) / factor);
}
const pan = share => setView(view.begin + share * (view.end - view.begin), view.end + share * (view.end - view.begin));

function showNow() {
  const isWhole = until === Infinity, last = scene.end - scene.begin;
  $('time').value = isWhole ? 1000 : Math.round((until - scene.begin) / last * 1000);
  const time = isWhole ? scene.end : until, unit = MICRO / scene.factor;
  const decimals = Math.max(0, Math.min(9, Math.ceil(1 - Math.log10(last / 800 / unit))));
  const text = (time / unit).toFixed(decimals);
  $('now').textContent = `${isWhole ? Number(text) : text}\u202f${scene.unit}`;
  $('time').setAttribute('aria-valuetext', $('now').textContent);
  $('play').textContent = isPlaying ? 'Pause' : 'Play';
}

/// Hides what runs later; Infinity shows everything.
function setUntil(time) {
  until = time >= Math.min(scene.end, cut) ? cut : Math.max(scene.begin, time);
  if (pick && (pick.op >= 0 ? pick.track.start[pick.op] : pick.gap.begin) >= until) clearPick();
  drawOver();
  drawAxis();
  showNow();
}

function play() {
  const SECONDS = 10;
  isPlaying = !isPlaying && !isConcealing();
  showNow();
  if (!isPlaying) return;
  if (until === Infinity) setUntil(scene.begin);
  let before = performance.now();
  const step = now => {
    if (!isPlaying) return;
    setUntil(until + (now - before) / 1000 / SECONDS * (scene.end - scene.begin));
    before = now;
    isPlaying = until < Infinity;
    if (isPlaying) requestAnimationFrame(step); else showNow();
  };
  requestAnimationFrame(step);
}

/// To the next instant at which an op ends, or the one before.
function stepTime(forwards) {
  isPlaying = false;
  const now = until === Infinity ? scene.end : until;
  let next = forwards ? Infinity : scene.begin;
  for (const track of tracks) {
    if (!track.start) continue;
    for (const lane of track.order.lanes) {
      const op = firstEndingAfter(track, lane, now);
      if (forwards && op < lane.last) next = Math.min(next, track.stop[op]);
      if (forwards) continue;
      let before = op - 1;
      while (before >= lane.first && track.stop[before] >= now) --before;
      if (before >= lane.first) next = Math.max(next, track.stop[before]);
    }
  }
  setUntil(next);
}

/// Along the row of the pick, or to the row above or below at the same time.
function walk(key) {
  const {track} = pick, lanes = track.order.lanes;
  const begin = pick.op >= 0 ? drawnBegin(track, pick.op) : pick.gap.begin;
  const end = pick.op >= 0 ? drawnEnd(track, pick.op) : pick.gap.end;
  const isAcross = key === 'ArrowUp' || key === 'ArrowDown';
  const lane = pick.lane + (key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0);
  if (lane < 0 || lane >= lanes.length) return;
  const time = isAcross ? (begin + end) / 2 : key === 'ArrowRight' ? end : begin - 1;
  const op = opAt(track, lanes[lane], time), gap = op >= 0 ? null : gapAt(track, lane, time);
  if (op >= 0) show(track, op);
  else if (gap) setPick({track, lane, op: -1, gap});
}

// ---- Pointer and keys -------------------------------------------------------------------------------------------

function listen(track, plot) {
  const fingers = new Map();
  let grip = null;
  const at = event => {
    const box = track.canvas.getBoundingClientRect();
    return {x: event.clientX - box.left, y: event.clientY - box.top};
  };
  plot.addEventListener('pointerdown', event => {
    fingers.set(event.pointerId, event.clientX);
    grip = {x: event.clientX, view: {...view}, isMoved: false};
    if (fingers.size === 2) grip.isMoved = true;
  });
  plot.addEventListener('pointermove', event => {
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      const [a, b] = [...fingers.values()], before = Math.abs(a - b);
      fingers.set(event.pointerId, event.clientX);
      const [c, d] = [...fingers.values()], now = Math.abs(c - d);
      const box = track.canvas.getBoundingClientRect();
      if (before > 8 && now > 8) zoomBy(now / before, timeAt(track, (c + d) / 2 - box.left));
      return;
    }
    if (grip && event.buttons && Math.abs(event.clientX - grip.x) > 4) grip.isMoved = true;
    if (grip?.isMoved && event.buttons && !isFitted) {
      const perPixel = (grip.view.end - grip.view.begin) / (track.width - PLOT_RIGHT - names);
      const by = (grip.x - event.clientX) * perPixel;
      $('card').hidden = true;
      return setView(grip.view.begin + by, grip.view.end + by);
    }
    if (event.pointerType === 'touch') return;
    const {x, y} = at(event);
    hover = placeAt(track, x, y);
    showCard(hover, event.clientX, event.clientY);
    drawOver();
  });
  const release = event => {
    fingers.delete(event.pointerId);
    grip = null;
  };
  plot.addEventListener('pointerup', event => {
    const isClick = grip && !grip.isMoved && event.button === 0;
    release(event);
    if (!isClick) return;
    const {x, y} = at(event), place = placeAt(track, x, y);
    place ? setPick(place) : clearPick();
  });
  plot.addEventListener('pointercancel', release);
  plot.addEventListener('pointerleave', event => {
    release(event);
    hover = null;
    $('card').hidden = true;
    drawOver();
  });
  plot.addEventListener('dblclick', event => zoomBy(2, timeAt(track, at(event).x)));
  plot.addEventListener('wheel', event => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.004)), timeAt(track, at(event).x));
    } else if ((event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) && !isFitted) {
      event.preventDefault();
      pan((event.deltaX || event.deltaY) / track.width);
    }
  }, {passive: false});
  track.canvas.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || pick?.track === track) return;
    const op = firstEndingAfter(track, track.order.lanes[0], Math.max(view.begin, track.begin));
    if (op < track.order.lanes[0].last) show(track, op);
    event.preventDefault();
  });
}

function onKey(event) {
  const {key, target} = event, isField = target.matches('input, summary'), isButton = target.matches('button');
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === ' ' && (isButton || target.matches('summary'))) return;
  if (isField && (key.startsWith('Arrow') || key === 'Home' || key === 'End')) return;
  const isOnTrack = target.matches('.plot canvas');
  const actions = {
    ' ': play, f: fit, '+': () => zoomBy(1.5), '=': () => zoomBy(1.5), w: () => zoomBy(1.5), '-': () => zoomBy(1 / 1.5),
    s: () => zoomBy(1 / 1.5), a: () => pan(-0.2), d: () => pan(0.2), Escape: escape,
    ArrowLeft: () => pick ? walk(key) : stepTime(false), ArrowRight: () => pick ? walk(key) : stepTime(true),
    Home: () => setUntil(scene.begin), End: () => setUntil(Infinity),
  };
  if (lesson) Object.assign(actions, {PageDown: stepOn, PageUp: stepBack});
  if (pick && isOnTrack) actions.ArrowUp = actions.ArrowDown = () => walk(key);
  const action = actions[key.length === 1 ? key.toLowerCase() : key];
  if (!action) return;
  event.preventDefault();
  action();
}
function fit() { setView(scene.begin, scene.end); }
function escape() {
  if (pick) return clearPick();
  isPlaying = false;
  setUntil(Infinity);
}

// ---- The table for screen readers -------------------------------------------------------------------------------

let filling = 0;
function fillTable() {
  if (isConcealing()) return $('table').lastElementChild.replaceChildren('Answer the question first.');
  const turn = ++filling, box = $('table').lastElementChild;
  box.replaceChildren();
  const jobs = [];
  for (const track of tracks) {
    if (!track.start) continue;
    const body = make('tbody', {}), unit = scene.axis.includes(', ') ? scene.axis.split(', ').at(-1) : '';
    const head = ['Row', 'Operation', 'Place', 'Start', 'End', 'Duration'].map(
        text => make('th', {scope: 'col', textContent: text}));
    box.append(make('table', {}, make('caption', {textContent: track.title}),
                    make('thead', {}, make('tr', {}, ...head)), body));
    track.order.lanes.forEach(lane => {
      for (let op = lane.first; op < lane.last; ++op) jobs.push([track, lane, op, body]);
    });
  }
  const some = () => {
    if (turn !== filling) return;
    for (const [track, lane, op, body] of jobs.splice(0, 500)) {
      const cells = [lane.name, textOf(track, 'heads', op), textOf(track, 'places', op), moment(track.start[op]), moment(track.stop[op]),
                     page.durations[track.stop[op] - track.start[op]]];
      body.append(make('tr', {}, ...cells.map(text => make('td', {textContent: text}))));
    }
    if (jobs.length) setTimeout(some);
  };
  some();
}

// ---- What tests and benchmarks ask ------------------------------------------------------------------------------

/// What the page draws and says, for each scene: every op with its box, its colour as drawn and its card; every gap in
/// words.
function report() {
  const said = (track, html) => make('div', {}, rich(track, html)).textContent;
  return page.scenes.map((one, index) => {
    setScene(index);
    return tracks.map(track => {
      const facts = track.facts.map(fact => fact[0]);
      const out = {title: track.title, facts, refusal: track.refusal, ops: [], gaps: []};
      if (!track.start) return out;
      out.plot = [names, track.width - PLOT_RIGHT];
      for (const lane of track.order.lanes)
        paintLane(track, lane, (op, box, fill) => {
          const at = [Math.floor((box.x + Math.min(1, box.width / 2)) * ratio), Math.floor((box.y + 1) * ratio)];
          out.ops.push({row: lane.row + op - lane.first, start: track.start[op], end: track.stop[op], fill, box,
                        pixel: [...track.context.getImageData(...at, 1, 1).data.slice(0, 3)],
                        card: cardOf({track, op})});
        });
      for (const gap of gapsOf(track))
        out.gaps.push({...gap, card: cardOf({track, op: -1, gap}), lead: said(track, gap.lead),
                       conclusion: said(track, gap.conclusion),
                       steps: gap.steps.split('\n').filter(Boolean).map(step => said(track, step))});
      return out;
    });
  });
}

/// Milliseconds of script: until the first picture, and per frame while the view moves at several zooms: the median,
/// and what 95% of the frames stay within.
function bench(first) {
  const frames = [];
  for (const zoom of [1, 1.3, 2, 4, 10, 40]) {
    const span = (scene.end - scene.begin) / zoom;
    for (let i = 0; i < 20; ++i) {
      const begin = scene.begin + (scene.end - scene.begin - span) * i / 20;
      view = {begin, end: begin + span};
      const before = performance.now();
      redraw();
      frames.push(performance.now() - before);
      tracks[0].context.getImageData(0, 0, 1, 1);  // what browsers do between frames, outside of scripts
    }
  }
  frames.sort((a, b) => a - b);
  return {first, median: frames[frames.length >> 1], late: frames[Math.floor(frames.length * 0.95)]};
}

// ---- The beginning ----------------------------------------------------------------------------------------------

function start() {
  page = unpacked('page-data');
  const own = document.documentElement.dataset.theme;
  setTheme(own ? own === 'dark' : dark.matches);
  if (!own) dark.addEventListener('change', () => changeTheme(dark.matches));
  $('title').textContent = page.lesson?.title ?? page.title;
  $('title').hidden = !$('title').textContent;
  $('caption').textContent = page.caption;
  showSliders();
  if (page.lesson) startLesson(); else setScene(page.scene);
  const first = performance.now() - begun;
  for (const [id, what] of Object.entries({play, fit, in: () => zoomBy(1.5), out: () => zoomBy(1 / 1.5),
                                           back: () => stepTime(false), next: () => stepTime(true)}))
    $(id).addEventListener('click', what);
  $('time').addEventListener('input', () => {
    isPlaying = false;
    setUntil(scene.begin + $('time').value / 1000 * (scene.end - scene.begin));
  });
  $('theme').addEventListener('click', () => changeTheme(theme === 0));
  $('table').addEventListener('toggle', () => $('table').open && fillTable());
  document.addEventListener('keydown', onKey);
  addEventListener('scroll', () => requestAnimationFrame(draw), {passive: true});
  addEventListener('resize', () => { layOut(); if (lesson) showPicture(); });
  let before = null;
  addEventListener('beforeprint', () => {
    before = {theme, view};
    isPrinting = true;
    setTheme(false);
    view = {begin: scene.begin, end: scene.end};
    showScene();
  });
  addEventListener('afterprint', () => {
    isPrinting = false;
    setTheme(before.theme === 1);
    view = before.view;
    setScene(page.scene);
  });
  setTimeout(() => words ??= unpacked('words-data'), 200);
  const asked = {'#report': report, '#bench': () => bench(first)}[location.hash];
  if (asked) document.body.append(make('pre', {id: 'report', textContent: JSON.stringify(asked())}));
}
start();
