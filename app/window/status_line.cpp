#include "app/window/status_line.h"

#include "app/pages/page.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>
#include <QToolTip>

namespace bubblescope {

namespace {

/// A line that is cut with an ellipsis where it does not fit; the tooltip has the whole text.
class OneLine : public QLabel {
protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(palette().color(foregroundRole()));
        const QFontMetricsF metrics(font());
        drawSymbols(painter, {0, (height() + metrics.ascent() - metrics.descent()) / 2},
                    elidedSymbols(font(), text(), width()));
    }
};

}  // namespace

StatusLine::StatusLine(QAction& goOn, QWidget* parent)
    : QStatusBar(parent),
      m_goOn(goOn),
      m_goOnButton(new QToolButton),
      m_answer(new OneLine),
      m_definition(new QLabel),
      m_work(new QWidget),
      m_workText(new QLabel),
      m_bar(new QProgressBar) {
    setSizeGripEnabled(false);
    m_answer->setAccessibleName(tr("Summary of the results"));
    m_answer->setObjectName(QStringLiteral("answer"));
    m_answer->setTextFormat(Qt::PlainText);
    m_answer->setMinimumWidth(0);
    m_answer->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_definition->setAccessibleName(tr("Definition of the bubble"));
    m_definition->setToolTip(tr("The definition of the bubble on screen. View > Bubble offers the others."));

    for (QLabel* label : {static_cast<QLabel*>(m_answer), m_definition, m_workText})
        label->setForegroundRole(QPalette::PlaceholderText);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(120, 4);
    m_bar->setRange(0, 100);
    auto* cancel = new QToolButton;
    cancel->setText(tr("Stop"));
    cancel->setToolTip(tr("Stop the computation and keep the results so far (Esc)."));
    cancel->setObjectName(QStringLiteral("stopWork"));
    connect(cancel, &QToolButton::clicked, this, [this] { m_page->stop(); });
    auto* work = new QHBoxLayout(m_work);
    work->setContentsMargins(0, 0, 12, 0);
    work->setSpacing(8);
    for (QWidget* part :
         {static_cast<QWidget*>(m_workText), static_cast<QWidget*>(m_bar), static_cast<QWidget*>(cancel)})
        work->addWidget(part);
    m_work->hide();
    m_goOnButton->setDefaultAction(&m_goOn);
    m_goOnButton->setObjectName(QStringLiteral("goOn"));
    m_goOnButton->hide();
    connect(&m_goOn, &QAction::triggered, this, [this] {
        m_page->goOn();
        refresh();
    });

    addWidget(m_answer, 1);
    addPermanentWidget(m_work);
    addPermanentWidget(m_goOnButton);
    addPermanentWidget(m_definition);
    setContentsMargins(10, 0, 10, 0);
}

void StatusLine::setPage(Page& page) {
    if (m_page) m_page->disconnect(this);
    m_page = &page;
    connect(m_page, &Page::statusChanged, this, &StatusLine::refresh);
    refresh();
}

void StatusLine::confirm(const QString& line) {
    constexpr int kConfirmMs = 4000, kAboveEdge = 64;
    showMessage(line, kConfirmMs);
    QWidget* const over = window();
    if (!isVisible())
        QToolTip::showText(over->mapToGlobal(QPoint(over->width() / 2, over->height() - kAboveEdge)), line, over, {},
                           kConfirmMs);
}

bool StatusLine::showsProgress() const { return m_work->isVisible(); }

void StatusLine::refresh() {
    const QString answer = m_page->answer();
    m_answer->setText(answer);
    const QString tip = m_page->answerTip();
    m_answer->setToolTip(tipHtml(tip.isEmpty() ? answer : answer + QLatin1String("\n\n") + tip));
    m_definition->setText(symbolHtml(m_page->definition()));
    m_definition->setVisible(hasRoomForDefinition());
    const auto work = m_page->progress();
    m_work->setVisible(work.has_value());
    if (work) {
        const QString left = formatTimeLeft(work->progress.secondsLeft);
        m_workText->setText(left.isEmpty() ? work->what : tr("%1, %2").arg(work->what, left));
        m_bar->setValue(static_cast<int>(work->progress.share * 100));
    }
    m_goOn.setEnabled(!work && m_page->isStopped());
    m_goOnButton->setVisible(m_goOn.isEnabled());
    emit progressShown(work.has_value());
}

/// Where both do not fit, only the answer is shown.
bool StatusLine::hasRoomForDefinition() const {
    const double answer = symbolsWidth(m_answer->font(), m_answer->text());
    return answer + m_definition->sizeHint().width() + 60 < width() || m_answer->text().isEmpty();
}

void StatusLine::resizeEvent(QResizeEvent* event) {
    QStatusBar::resizeEvent(event);
    m_definition->setVisible(hasRoomForDefinition());
}

}  // namespace bubblescope
