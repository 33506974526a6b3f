#include "widgets/gallery/schedule_gallery.h"

#include "widgets/gallery/card_gallery.h"
#include "widgets/gantt/gantt_thumbnail.h"
#include "widgets/kit/chip_button.h"
#include "widgets/kit/fitting_label.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/held_text.h"

#include "engine/entries/resolve.h"
#include "engine/results/closed_forms.h"

#include <QFocusEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kMargin = 16, kGap = 8;
constexpr qsizetype kLongestNeed = 20;  // longer clauses are shown only on the cards

/// With the signs that people write.
QString clauseText(std::string_view clause) {
    return toQString(withTimeSymbols(clause)).replace(QStringLiteral(">="), QChar(0x2265));
}

PickCombo* combo(const QString& name, const QString& tip, const QStringList& items) {
    auto* made = new PickCombo(name, nullptr, PickCombo::Width::Texts);
    made->addItems(items);
    made->setToolTip(tip);
    return made;
}

/// All placements, each once, in the order of the registry.
QStringList placements() {
    QStringList all;
    for (const ScheduleKind* kind : kindsOf(Family::Schedule))
        if (const QString name = toQString(placementName(*kind)); !all.contains(name)) all += name;
    return all;
}

QStringList clauses() {
    QStringList all;
    for (const ScheduleKind* kind : kindsOf(Family::Schedule))
        for (const std::string_view clause : needsOf(*kind))
            if (const QString text = clauseText(clause); text.size() <= kLongestNeed && !all.contains(text))
                all += text;
    return all;
}

bool isOver(const GalleryEntry& entry) { return entry.outcome.run && entry.outcome.run->workerOverLimit(); }

}  // namespace

ScheduleGallery::ScheduleGallery(QWidget* parent)
    : QWidget(parent),
      m_heading(new QLabel),
      m_count(new FittingLabel),
      m_none(newNotice()),
      m_sort(combo(tr("Sort order"),
                   tr("Which schedules come first: the fastest, the smallest or the newest. Those over the memory "
                      "limit come after the others."),
                   {tr("By time"), tr("By bubble"), tr("By memory"), tr("By year")})),
      m_placement(combo(tr("Placement"), tr("How stages are placed on devices."),
                        QStringList{tr("Any placement")} + placements())),
      m_backward(combo(tr("Backward"), tr("Whether the backward is split into grad input (B) and grad weight (W)."),
                       {tr("Any backward"), tr("whole"), tr("split")})),
      m_needs(combo(tr("Needs"), tr("What a schedule requires of devices (D), microbatches (MBS) and chunks (v)."),
                    QStringList{tr("Any needs"), tr("none")} + clauses())),
      m_within(new ChipButton(tr("Within limit"))),
      m_close(new LinkButton(tr("Close gallery"))),
      m_cards(new CardGallery({tr("Published schedules"), {}, {}})) {
    setAccessibleName(tr("Schedule gallery"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_within->setCheckable(true);
    m_within->setAccessibleName(tr("Within the memory limit"));
    m_close->setToolTip(tr("Return to the Gantt charts (Esc)."));
    m_cards->setExpanded(true);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(kMargin, 0, kMargin, 0);
    head->setSpacing(kGap);
    head->addWidget(m_heading);
    head->addWidget(m_count, 1);
    head->addWidget(m_close);
    auto* choices = new QHBoxLayout;
    choices->setContentsMargins(kMargin, 0, kMargin, 0);
    choices->setSpacing(kGap);
    for (QWidget* choice : {static_cast<QWidget*>(m_sort), static_cast<QWidget*>(m_placement),
                            static_cast<QWidget*>(m_backward), static_cast<QWidget*>(m_needs)})
        choices->addWidget(choice);
    choices->addWidget(m_within);
    choices->addStretch(1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 10, 0, 0);
    rows->setSpacing(6);
    rows->addLayout(head);
    rows->addLayout(choices);
    rows->addWidget(m_none);
    rows->addWidget(m_cards, 1);

    for (PickCombo* choice : {m_sort, m_placement, m_backward, m_needs})
        connect(choice, &QComboBox::currentIndexChanged, this, &ScheduleGallery::refresh);
    connect(m_within, &QAbstractButton::toggled, this, &ScheduleGallery::refresh);
    connect(m_close, &QAbstractButton::clicked, this, &ScheduleGallery::closed);
    connect(m_cards, &CardGallery::chosen, this, [this](std::size_t card) { emit toggled(shown()[card]); });
    connect(m_cards, &CardGallery::offerTaken, this, [this](std::size_t card, std::size_t offer) {
        emit sizeAsked(OtherSize(m_entries[m_shown[card]].offers[offer]));
    });
    connect(m_cards, &CardGallery::linkAsked, this, &ScheduleGallery::linkAsked);
    setScale(1);
    refresh();
}

void ScheduleGallery::setScale(double scale) {
    m_heading->setFont(uiFont(13 * scale, QFont::DemiBold));
    m_count->setFont(uiFont(12 * scale));
    for (QWidget* choice : {static_cast<QWidget*>(m_sort), static_cast<QWidget*>(m_placement),
                            static_cast<QWidget*>(m_backward), static_cast<QWidget*>(m_needs)})
        choice->setFont(uiFont(12 * scale)), choice->setMinimumHeight(qRound(28 * scale));
    m_within->setFont(uiFont(12 * scale));
    for (QWidget* words : {static_cast<QWidget*>(m_close), m_none}) words->setFont(uiFont(13 * scale));
    m_cards->setScale(scale);
}

QWidget* ScheduleGallery::newNotice() {
    auto* notice = new QWidget;
    auto* text = new QLabel(tr("No schedule matches these filters."));
    text->setForegroundRole(QPalette::PlaceholderText);
    auto* all = new LinkButton(tr("Show all"));
    connect(all, &QAbstractButton::clicked, this, &ScheduleGallery::showAll);
    auto* line = new QHBoxLayout(notice);
    line->setContentsMargins(kMargin, kGap, kMargin, 0);
    line->addWidget(text);
    line->addWidget(all);
    line->addStretch(1);
    return notice;
}

QString titleOf(const ScheduleEntry& entry) {
    const ScheduleKind& kind = *kindOf(entry);
    const QString title = toQString(kind.title);
    return kind.parameter("placement") ? title + QStringLiteral(", ") + toQString(placementOf(entry)) : title;
}

void ScheduleGallery::setEntries(std::vector<GalleryEntry> entries, const Workload& workload) {
    m_entries = std::move(entries);
    m_workload = workload;
    refresh();
}

void ScheduleGallery::setLook(const GanttStyle& style, Quantity bubble) {
    if (style == m_style && bubble == m_bubble) return;
    m_style = style;
    m_bubble = bubble;
    ++m_look;
    refresh();
}

std::vector<ScheduleEntry> ScheduleGallery::shown() const {
    std::vector<ScheduleEntry> entries;
    for (const std::size_t entry : m_shown) entries.push_back(m_entries[entry].of);
    return entries;
}

QString ScheduleGallery::heading() const { return m_heading->text(); }
QString ScheduleGallery::count() const { return m_count->text(); }

bool ScheduleGallery::passes(const GalleryEntry& entry) const {
    const ScheduleKind& kind = *kindOf(entry.of);
    const auto needs = needsOf(kind);
    if (m_placement->currentIndex() > 0 && toQString(placementOf(entry.of)) != m_placement->currentText()) return false;
    if (m_backward->currentIndex() > 0 && kind.splitsBackward != (m_backward->currentIndex() == 2)) return false;
    if (m_needs->currentIndex() == 1 && !needs.empty()) return false;
    if (m_needs->currentIndex() > 1 && std::none_of(needs.begin(), needs.end(), [&](std::string_view clause) {
            return clauseText(clause) == m_needs->currentText();
        }))
        return false;
    const bool isBound = m_within->isChecked() && m_workload.memoryLimit;
    return !isBound || (entry.outcome.run && !isOver(entry));
}

bool ScheduleGallery::isBefore(const GalleryEntry& a, const GalleryEntry& b) const {
    const Run* const first = a.outcome.run.get();
    const Run* const second = b.outcome.run.get();
    const auto group = [](const GalleryEntry& entry) { return !entry.outcome.run ? 2 : isOver(entry) ? 1 : 0; };
    if (group(a) != group(b) || !first || !second) return group(a) < group(b);
    switch (static_cast<Sort>(m_sort->currentIndex())) {
        case Sort::TotalTime: return first->metrics.totalTime < second->metrics.totalTime;
        case Sort::Bubble: return valueOf(m_bubble, *first) < valueOf(m_bubble, *second);
        case Sort::Peak: return first->metrics.peakActivations() < second->metrics.peakActivations();
        case Sort::Year: break;
    }
    return kindOf(a.of)->published.year > kindOf(b.of)->published.year;
}

CardFace ScheduleGallery::faceOf(const GalleryEntry& entry) const {
    const ScheduleKind& kind = *kindOf(entry.of);
    const Outcome& outcome = entry.outcome;
    CardFace face;
    face.id = titleOf(entry.of);
    face.title = face.id;
    face.isChecked = entry.isCompared;
    face.dot = entry.isCompared ? outcome.color : QColor();
    face.linkText = tr("%1 ↗").arg(kind.published.year);
    face.link = QUrl(toQString(kind.published.link));
    face.look = m_look;
    const QString variant = kind.hasChunks ? toQString(variantOf(entry.of, m_workload)) : QString();
    const QString placement =
        QStringList{toQString(placementOf(entry.of)), variant}.join(variant.isEmpty() ? "" : ", ");
    if (const auto run = outcome.run) {
        face.lines = {tr("%1 · bubble %2")
                          .arg(formatTime(run->metrics.totalTime, unitText(m_workload.timeUnit)),
                               formatPercent(valueOf(m_bubble, *run)))};
        face.warning = overLimitText(*run);
        const QString copies = copiesText(*run->timeline->program);
        // There is no room for both; a schedule with two copies of the parameters has its placement in the tooltip.
        const QString where = copies.isEmpty() ? placement : tr("%1× parameters").arg(run->timeline->program->lines);
        if (face.warning.isEmpty())
            face.lines += tr("peak %1 · %2").arg(formatNumber(run->metrics.peakActivations(), 4), where);
        face.pictured = run;
        face.picture = [outcome, style = m_style](QSize size, double ratio, ThemeId theme) {
            GanttStyle own = style;
            own.theme = theme;
            return ganttThumbnail(shownOf(outcome), own, size, ratio);
        };
        face.tip = face.lines;
        if (!copies.isEmpty()) face.tip += QStringList{placement, copies};
        if (!face.warning.isEmpty()) face.tip += tr("Over the memory limit: %1").arg(face.warning);
    } else {
        face.reason = outcome.isAwaited() ? outcome.awaitedText() : outcome.refusal;
        if (entry.offers.empty()) face.lines = {placement};
        face.tip = {face.reason};
        for (const OtherSize& size : entry.offers) face.offers.push_back(tr("Use %1").arg(toQString(textOf(size))));
    }
    face.tip += toQString(kind.source);
    if (const auto needs = kind.published.needs; !needs.empty()) face.tip += tr("Requires %1").arg(clauseText(needs));
    if (!kind.published.bubble.empty()) face.tip += tr("Bubble %1").arg(clauseText(kind.published.bubble));
    if (!kind.published.peak.empty()) face.tip += tr("Peak activations %1").arg(clauseText(kind.published.peak));
    face.tip += entry.isCompared ? tr("Compared. Click to remove it.") : tr("Click to compare it.");
    return face;
}

void ScheduleGallery::refresh() {
    m_shown.clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        if (passes(m_entries[i])) m_shown.push_back(i);
    std::stable_sort(m_shown.begin(), m_shown.end(),
                     [&](std::size_t a, std::size_t b) { return isBefore(m_entries[a], m_entries[b]); });
    std::vector<CardFace> faces;
    for (const std::size_t entry : m_shown) faces.push_back(faceOf(m_entries[entry]));
    m_cards->setFaces(faces);

    const bool isOneDevice = m_workload.devices == 1;
    const QString heading = m_workload.microbatches == 1
                                ? (isOneDevice ? tr("Schedules for %1 device and %2 microbatch")
                                               : tr("Schedules for %1 devices and %2 microbatch"))
                                : (isOneDevice ? tr("Schedules for %1 device and %2 microbatches")
                                               : tr("Schedules for %1 devices and %2 microbatches"));
    m_heading->setText(heading.arg(m_workload.devices).arg(m_workload.microbatches));
    QStringList counts{m_shown.size() == m_entries.size() ? tr("%1 published").arg(m_entries.size())
                                                          : tr("%1 of %2").arg(m_shown.size()).arg(m_entries.size())};
    const auto limit = m_workload.memoryLimit;
    const auto within = std::count_if(m_entries.begin(), m_entries.end(),
                                      [](const GalleryEntry& entry) { return entry.outcome.run && !isOver(entry); });
    if (limit) counts += tr("%1 within the limit of %2 activations").arg(within).arg(formatNumber(*limit, 4));
    m_count->setTexts({counts.join(QStringLiteral(" · ")), counts.back(), counts.front()});
    m_within->setEnabled(limit.has_value());
    m_within->setToolTip(m_within->isEnabled() ? tr("Show only schedules within the memory limit.")
                                               : tr("To set a limit, check \"Memory limit\" in the workload."));
    m_none->setVisible(m_shown.empty() && !m_entries.empty());
}

void ScheduleGallery::showAll() {
    for (PickCombo* choice : {m_placement, m_backward, m_needs}) choice->setCurrentIndex(0);
    m_within->setChecked(false);
}

void ScheduleGallery::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(palette()).canvas);
}

void ScheduleGallery::focusInEvent(QFocusEvent* event) { m_cards->setFocus(event->reason()); }

}  // namespace bubblescope
