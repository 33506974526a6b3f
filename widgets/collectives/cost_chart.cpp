#include "widgets/collectives/cost_chart.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include "engine/io/collective_file.h"
#include "widgets/charts/chart_ways.h"
#include "widgets/charts/curves_view.h"
#include "widgets/collectives/cost_words.h"
#include "widgets/kit/format.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <cmath>

namespace bubblescope {

CostChart::CostChart(QWidget* parent)
    : QWidget(parent),
      m_axis(new SegmentedControl({tr("bytes"), tr("ranks"), tr("both")}, tr("Time over"))),
      m_view(
          new CurvesView([this](ThemeId theme) { return modelOf(m_cost, theme); }, nullptr)),  // Tab comes to it last
      m_sentence(new QLabel) {
    auto* heading = new QLabel(tr("Time over"));
    heading->setFont(uiFont(13, QFont::DemiBold));
    m_axis->button(0)->setToolTip(tr("Curves over the size of the buffer in bytes."));
    m_axis->button(1)->setToolTip(tr("Curves over the number of ranks."));
    m_axis->button(2)->setToolTip(tr("Map of the fastest algorithm over bytes and ranks."));
    auto* top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(heading);
    top->addWidget(m_axis);
    top->addStretch();
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_sentence->setAccessibleName(tr("Which algorithm wins"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(6);
    layout->addLayout(top);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_sentence);
    m_view->setMinimumSize(220, 130);
    m_view->setAccessibleName(tr("Time of algorithms over bytes and ranks"));
    connect(m_axis, &SegmentedControl::chosenByUser, this, [this](int index) { show(static_cast<CostAxis>(index)); });
    connect(m_view, &CurvesView::valueDragged, this, [this](double value, int gesture) {
        if (m_cost.axis == CostAxis::Ranks)
            emit ranksPicked(static_cast<int>(std::lround(value)), gesture);
        else
            emit bytesPicked(value, gesture);
    });
    connect(m_view, &CurvesView::rowPicked, this,
            [this](std::size_t row, int gesture) { emit ranksPicked(m_cost.winners[row].ranks, gesture); });
    addChartWays(
        *m_view, QStringLiteral("times"), m_cost, [this] { return writeCollective(m_cost.setup); },
        [this](const QString& line) { emit message(line); },
        [this](const Exportable& thing, const QString& name) { emit exportWanted(thing, name); });
    show(CostAxis::Bytes);
}

void CostChart::setSetup(const CollectiveSetup& setup) {
    if (m_cost.setup == setup) return;
    m_cost.setup = setup;
    show(m_cost.axis);
}

void CostChart::show(CostAxis axis) {
    m_cost = CostCurves::of(m_cost.setup, axis);
    m_view->refresh();
    const QString place = tr("%1, %2 ranks").arg(formatBytes(m_cost.setup.bytes)).arg(m_cost.setup.ranks);
    m_view->setAccessibleDescription(tr("%1: %2 wins").arg(place, toQString(m_cost.verdict.winner().algorithm->id)));
    tell();
}

void CostChart::tell() {
    m_text = keptTogether(costSentence(m_cost));
    fit();
}

/// Shows as many sentences as fit below the curves; the tooltip then has all of them.
void CostChart::fit() {
    static const QRegularExpression kBetweenSentences(QStringLiteral("(?<=[.]) (?=[A-Z])"));
    const QMargins around = layout()->contentsMargins();
    const int room = height() - around.top() - around.bottom() - m_axis->sizeHint().height() - 2 * layout()->spacing() -
                     m_view->minimumHeight();
    const int across = width() - around.left() - around.right();
    QStringList sentences = m_text.split(kBetweenSentences);
    m_sentence->setText(m_text);
    while (sentences.size() > 1 && m_sentence->heightForWidth(across) > room) {
        sentences.removeLast();
        m_sentence->setText(sentences.join(QLatin1Char(' ')));
    }
    m_sentence->setToolTip(m_sentence->text() == m_text ? QString() : m_text);
    m_sentence->setAccessibleDescription(sentence());
}

void CostChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

QString CostChart::sentence() const { return QTextDocumentFragment::fromHtml(m_text).toPlainText(); }

}  // namespace bubblescope
