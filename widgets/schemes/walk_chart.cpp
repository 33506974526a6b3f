#include "widgets/schemes/walk_chart.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>

#include "engine/entries/registry.h"
#include "engine/io/scenario_file.h"
#include "engine/schemes/scheme.h"
#include "widgets/charts/chart_ways.h"
#include "widgets/charts/curves_view.h"
#include "widgets/kit/format.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kHeadMargin = 16;

}  // namespace

WalkChart::WalkChart(QWidget* parent)
    : QWidget(parent),
      m_view(new CurvesView([this](ThemeId theme) { return walkModel(m_study, presentValue(), m_timeUnit, theme); },
                            this)) {
    for (QWidget* widget : {static_cast<QWidget*>(this), static_cast<QWidget*>(m_view)})
        widget->setAccessibleName(tr("Interpolation: the scheme along one of its numbers"));
    m_notice = new QLabel(this);
    m_notice->setAlignment(Qt::AlignCenter);
    m_notice->setWordWrap(true);
    m_notice->setMargin(16);
    m_notice->setForegroundRole(QPalette::PlaceholderText);
    m_notice->setTextFormat(Qt::PlainText);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 8, 0, 4);
    rows->setSpacing(6);
    rows->addLayout(makeHead());
    rows->addWidget(m_view, 1);
    rows->addWidget(m_notice, 1);
    m_view->setFocusProxy(m_slider);
    setFocusProxy(m_slider);
    connect(m_view, &CurvesView::valueDragged, this, [this](double value, int gesture) {
        showMarker();
        emit valueDragged(m_study.path.text, value, gesture);
    });
    addChartWays(*m_view,
                 {QStringLiteral("interpolation"), [this] { return m_view->picture(); },
                  [this] { return csvText(walkTable(m_study)); }, [this] { return writeScenario(m_study.scenario); },
                  [this](const QString& line) { emit message(line); },
                  [this](const Exportable& thing, const QString& name) { emit exportWanted(thing, name); },
                  [this] {
                      return exportedChart(
                          [this](const PictureOptions& options) { return m_view->modelIn(options.theme); },
                          {.values = walkTable(m_study), .document = writeScenario(m_study.scenario)});
                  }});
    connect(m_view, &CurvesView::released, this, &WalkChart::showMarker);
    rebuild();
}

QLayout* WalkChart::makeHead() {
    m_number = new PickCombo(tr("Number on the horizontal axis"), this, PickCombo::Width::Texts);
    m_number->setToolTip(tipHtml(
        tr("The number of the scheme on the horizontal axis.\nWith group_size 1, each worker is its own group: data "
           "parallel. With group_size equal to the number of workers, all workers are one group: pipeline parallel.")));
    connect(m_number, &QComboBox::activated, this,
            [this](int index) { emit numberChosen(m_number->itemText(index).toStdString()); });
    auto* along = new QLabel(tr("Along"), this);
    m_from = new QLabel(this);
    m_to = new QLabel(this);
    m_value = new QLabel(this);
    for (QLabel* label : {along, m_from, m_to}) {
        label->setFont(uiFont(12.5));
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    m_value->setFont(uiFont(13, QFont::DemiBold));
    m_slider = new SlimSlider(this);
    m_slider->setAccessibleName(tr("Current value"));
    m_slider->setMaximumWidth(320);
    m_slider->installEventFilter(this);
    connect(m_slider, &SlimSlider::dragged, this, [this](double position, int gesture, bool) {
        if (m_slider->isDragging()) m_view->setDragged(m_view->markerValue());
        if (const auto value = nearestThatRan(m_study, position)) m_view->moveTo(*value, gesture);
    });
    connect(m_slider, &SlimSlider::stepped, this, &WalkChart::step);
    connect(m_slider, &SlimSlider::valueWanted, this, [this](double value) {
        if (const auto near = nearestThatRan(m_study, walkAxis(m_study).shareOf(value))) m_view->moveTo(*near, 0);
    });
    QHBoxLayout* const head = m_head = new QHBoxLayout;
    head->setContentsMargins(kHeadMargin, 0, kHeadMargin, 0);
    head->setSpacing(8);
    head->addWidget(along);
    head->addWidget(m_number);
    head->addSpacing(8);
    head->addWidget(m_from);
    head->addWidget(m_slider, 1);
    head->addWidget(m_to);
    head->addWidget(m_value);
    head->addStretch(0);
    return head;
}

void WalkChart::setHeadRoom(int width) {
    m_head->setContentsMargins(kHeadMargin, 0, kHeadMargin + width, 0);
    arrange();
}

void WalkChart::setWalk(const Study& walk) {
    m_pending = walk;
    takePending();
}

void WalkChart::takePending() {
    if (!m_pending) return;
    const bool isAlongSame = !m_study.values.empty() && m_pending->path == m_study.path;
    if (isAlongSame && (isDragging() || !m_pending->hasShape())) return;
    if (!isAlongSame || m_pending->values.size() != m_study.values.size()) m_view->leaveSpot();
    m_study = *std::exchange(m_pending, std::nullopt);
    rebuild();
}

bool WalkChart::isDragging() const { return m_view->isDragging() || m_slider->isDragging(); }

void WalkChart::setPresent(const Scheme& scheme) {
    m_present = scheme;
    m_view->refresh();
    showNumbers();
    showMarker();
}

void WalkChart::setDraft(const QString& reason) {
    if (reason == m_draft) return;
    m_draft = reason;
    rebuild();
}

void WalkChart::setTimeUnit(const QString& unit) {
    if (unit == m_timeUnit) return;
    m_timeUnit = unit;
    rebuild();
}

std::optional<double> WalkChart::presentValue() const {
    if (m_study.values.empty() || !findKind(Family::Scheme, m_present.kind)) return std::nullopt;
    const CurveAxis axis = walkAxis(m_study);
    const int value = numberOf(m_present, numberOf(m_study));
    return value >= axis.from && value <= axis.to ? std::optional<double>(value) : std::nullopt;
}

void WalkChart::showNumbers() {
    QStringList names;
    if (findKind(Family::Scheme, m_present.kind))
        for (const std::string& name : usedNumbersOf(m_present)) names << toQString(name);
    QStringList shown;
    for (int i = 0; i < m_number->count(); ++i) shown << m_number->itemText(i);
    if (names != shown) {
        m_number->clear();
        m_number->addItems(names);
        m_number->updateGeometry();
    }
    m_number->setCurrentIndex(m_number->findText(toQString(numberOf(m_study))));
    m_number->setEnabled(!names.isEmpty());
}

void WalkChart::showMarker() {
    if (!isDragging()) takePending();
    const auto value = m_view->markerValue();
    const CurveAxis axis = walkAxis(m_study);
    m_slider->setEnabled(value.has_value());
    if (value) m_slider->setPosition(axis.shareOf(*value));
    if (value) m_slider->setSpoken({axis.from, axis.to, *value, 1});
    m_value->setText(value ? QString::number(static_cast<int>(*value)) : QString());
    const QString text = value ? valueText(m_study, static_cast<int>(*value)) : QString();
    m_slider->setToolTip(text);
    m_slider->setAccessibleDescription(text);
    QStringList values{text};
    for (std::size_t i = 0; value && i < m_study.values.size(); ++i)
        if (m_study.values[i] == *value) values << linesOf(walkReadings(m_study, i, themeOf(palette()).id));
    setAccessibleDescription(values.join(QStringLiteral(", ")));
}

void WalkChart::rebuild() {
    m_view->refresh();
    m_notice->setText(notice());
    m_notice->setVisible(!m_notice->text().isEmpty());
    m_view->setVisible(m_notice->text().isEmpty());
    showNumbers();
    const CurveAxis axis = walkAxis(m_study);
    m_from->setText(m_study.values.empty() ? QString() : meaningOf(m_study, static_cast<int>(axis.from)));
    m_to->setText(axis.to > axis.from ? meaningOf(m_study, static_cast<int>(axis.to)) : QString());
    m_value->setMinimumWidth(m_value->fontMetrics().horizontalAdvance(QString::number(static_cast<int>(axis.to))));
    arrange();
    showMarker();
}

/// The words at the ends of the slider need room.
void WalkChart::arrange() {
    const bool hasRoom = width() - m_head->contentsMargins().right() >= 540;
    m_from->setVisible(hasRoom && !m_from->text().isEmpty());
    m_to->setVisible(hasRoom && !m_to->text().isEmpty());
}

void WalkChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void WalkChart::step(SlimSlider::Step step, int gesture) {
    const auto present = m_view->markerValue();
    std::vector<double> ran;
    for (std::size_t i = 0; i < m_study.values.size(); ++i)
        if (m_study.ran(0, i)) ran.push_back(m_study.values[i]);
    using Step = SlimSlider::Step;
    const MarkerStep to = step == Step::ToMinimum                    ? MarkerStep::First
                          : step == Step::ToMaximum                  ? MarkerStep::Last
                          : step == Step::Up || step == Step::PageUp ? MarkerStep::Forth
                                                                     : MarkerStep::Back;
    if (present) m_view->moveTo(nextOf(ran, *present, to), gesture);
}

QString WalkChart::notice() const {
    if (m_study.values.empty()) return tr("Choose a scheme to see its cost along one of its numbers.");
    for (std::size_t i = 0; i < m_study.values.size(); ++i) {
        if (m_study.ran(0, i)) return {};
        if (!m_study.at(0, i)) return tr("computing…");
    }
    if (!m_draft.isEmpty()) return m_draft;
    return tr("No value of %1 can run. At %2: %3")
        .arg(toQString(numberOf(m_study)))
        .arg(static_cast<int>(m_study.values.front()))
        .arg(toQString(m_study.at(0, 0)->refusal));
}

bool WalkChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_slider) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) m_view->canvas().update();
    if (event->type() == QEvent::MouseButtonRelease)
        QMetaObject::invokeMethod(  // after the slider has handled it
            this,
            [this] {
                m_view->setDragged(std::nullopt);
                showMarker();
            },
            Qt::QueuedConnection);
    return false;
}

}  // namespace bubblescope
