#include "widgets/lessons/task_panel.h"

#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kWidth = 288, kLeastWidth = 220;
constexpr double kMostOfWindow = 0.26, kMostOfChallenge = 0.32;  // the picture needs the rest
constexpr double kType = 14, kSmallType = 12.5, kMostScale = 1.5;
constexpr double kMostFormScale = 1.25;  // larger controls do not fit beside their names

QLabel* wrappedLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    return label;
}

}  // namespace

TaskPanel::TaskPanel(QWidget* parent)
    : QFrame(parent),
      m_area(new QScrollArea(this)),
      m_column(new QVBoxLayout(new QWidget)),
      m_heading(sectionLabel({})),
      m_ask(wrappedLabel(this)),
      m_result(wrappedLabel(this)),
      m_hint(wrappedLabel(this)),
      m_number(new QWidget(this)),
      m_field(new NumberField),
      m_unit(new QLabel),
      m_check(new QPushButton(tr("Check"))),
      m_choices(new QWidget(this)),
      m_form(new ParameterForm(8)),
      m_again(new LinkButton(tr("Predict again (R)"))),
      m_askHint(new LinkButton(tr("Hint (H)"))),
      m_solution(new LinkButton(tr("Show a solution"))),
      m_save(new LinkButton(tr("Save answers..."))) {
    setObjectName(QStringLiteral("lessonTask"));
    setAccessibleName(tr("Task"));
    auto* frame = new QVBoxLayout(this);
    frame->setContentsMargins(1, 0, 0, 0);
    frame->addWidget(m_area);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setWidgetResizable(true);
    m_area->setWidget(m_column->parentWidget());
    for (QWidget* each : {m_area->viewport(), m_area->widget()}) each->setAutoFillBackground(false);
    m_field->setAccessibleName(tr("Prediction"));
    auto* number = new QHBoxLayout(m_number);
    number->setContentsMargins(0, 0, 0, 0);
    number->addWidget(m_field, 1);
    number->addWidget(m_unit);
    number->addWidget(m_check);
    auto* choices = new QVBoxLayout(m_choices);
    choices->setContentsMargins(0, 0, 0, 0);
    choices->setSpacing(6);
    m_column->setContentsMargins(16, 16, 16, 12);
    m_column->setSpacing(10);
    for (QWidget* part :
         {static_cast<QWidget*>(m_heading), static_cast<QWidget*>(m_ask), m_number, m_choices,
          static_cast<QWidget*>(m_result), static_cast<QWidget*>(m_form), static_cast<QWidget*>(m_hint)})
        m_column->addWidget(part);
    for (LinkButton* link : {m_again, m_askHint, m_solution, m_save}) m_column->addWidget(link, 0, Qt::AlignLeft);
    m_column->addStretch();
    connect(m_check, &QPushButton::clicked, this, &TaskPanel::take);
    connect(m_field, &QLineEdit::returnPressed, this, &TaskPanel::take);
    connect(m_form, &ParameterForm::edited, this, &TaskPanel::changed);
    connect(m_again, &QPushButton::clicked, this, &TaskPanel::againAsked);
    connect(m_askHint, &QPushButton::clicked, this, &TaskPanel::hintAsked);
    connect(m_solution, &QPushButton::clicked, this, &TaskPanel::solutionAsked);
    connect(m_save, &QPushButton::clicked, this, &TaskPanel::saveAsked);
    setPresenting(false);
    hide();
}

void TaskPanel::setTask(const LessonTask& task, const std::vector<FormRow>& rows) {
    using Asks = LessonTask::Asks;
    const bool isOther = task.asks != m_task.asks || task.choices != m_task.choices;
    m_task = task;
    const bool isChallenge = task.asks == Asks::Challenge,
               isOpen = !isChallenge && task.asks != Asks::Try && task.isOpen;
    const bool isTry = task.asks == Asks::Try;
    m_heading->setText(isChallenge ? tr("CHALLENGE") : isTry ? tr("TRY IT") : tr("PREDICT"));
    m_ask->setText(task.asks == Asks::End ? tr("Drag the line to where the schedule ends, or type the time.")
                                          : QString());
    m_ask->setVisible(isOpen && task.asks == Asks::End);
    showNumber();
    if (isOther) showChoices();
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const int number = static_cast<int>(i) + 1;
        const auto& [button, words] = m_buttons[i];
        button->setEnabled(isOpen);
        button->setChecked(task.given == number);
        const QString html = symbolHtml(task.choices[static_cast<qsizetype>(i)]);
        words->setText(task.right == number                      ? QStringLiteral("<b>✓ %1</b>").arg(html)
                       : task.right != 0 && task.given == number ? QStringLiteral("✗ %1").arg(html)
                                                                 : html);
        button->setAccessibleName(task.choices[static_cast<qsizetype>(i)]);
    }
    showResult();
    m_form->setRows(rows);
    m_form->setVisible(!rows.empty());
    m_hint->setText(symbolHtml(task.hint));
    m_hint->setVisible(!task.hint.isEmpty());
    m_again->setText(isChallenge || isTry ? tr("Start over (R)") : tr("Predict again (R)"));
    m_again->setVisible(isChallenge || isTry || !task.isOpen);
    m_askHint->setVisible(isChallenge && task.hasHint && task.hint.isEmpty());
    m_solution->setVisible(isChallenge && task.hasSolution);
    m_save->setVisible(task.canSave);
    showWhereWanted();
    isOther ? setPresenting(m_isPresenting) : setFonts();
    showColors();
}

/// Conditions with a tick or a cross, then the verdict, then what explains it.
void TaskPanel::showResult() {
    const Theme& theme = themeOf(palette());
    const auto colored = [](const QString& html, const QColor& color) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(color.name(), html);
    };
    const auto bold = [](const QString& html) { return QStringLiteral("<b>%1</b>").arg(html); };
    QStringList lines;
    for (const LessonTask::Goal& goal : m_task.goals) {
        QString line =
            colored(goal.isMet ? QStringLiteral("✓ ") : QStringLiteral("✗ "), goal.isMet ? theme.accent : theme.error);
        line += symbolHtml(goal.title);
        if (!goal.now.isEmpty()) line += QLatin1Char(' ') + bold(symbolHtml(goal.now));
        if (!goal.wanted.isEmpty())
            line += colored(QStringLiteral("<br>&nbsp;&nbsp;&nbsp;") + tr("goal: %1").arg(symbolHtml(goal.wanted)),
                            theme.mutedText);
        lines += line;
    }
    if (!m_task.verdict.isEmpty())
        lines += bold(colored(symbolHtml(m_task.verdict), m_task.isMet ? theme.accent : theme.error));
    for (const QString& line : m_task.lines) lines += symbolHtml(line);
    m_result->setText(lines.join(QStringLiteral("<br>")));
    m_result->setVisible(!lines.isEmpty());
}

void TaskPanel::showNumber() {
    using Asks = LessonTask::Asks;
    const bool isNumber = m_task.asks == Asks::End || m_task.asks == Asks::Number || m_task.asks == Asks::Percent;
    m_number->setVisible(isNumber && m_task.isOpen);
    m_unit->setText(m_task.unit);
    m_unit->setVisible(!m_task.unit.isEmpty());
    if (m_field->hasFocus() && !m_task.given) return;  // someone types
    m_field->showText(m_task.given ? formatExact(*m_task.given) : QString());
}

void TaskPanel::showChoices() {
    for (const Choice& choice : m_buttons) delete choice.button;
    m_buttons.clear();
    for (qsizetype i = 0; i < m_task.choices.size(); ++i) {
        auto* button = new QPushButton;
        auto* words = wrappedLabel(button);
        words->setAttribute(Qt::WA_TransparentForMouseEvents);
        button->setCheckable(true);
        m_choices->layout()->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, i] { emit given(static_cast<double>(i + 1)); });
        m_buttons.push_back({button, words});
    }
    m_choices->setVisible(!m_buttons.empty());
}

/// Each as high as its words, which wrap.
void TaskPanel::placeChoices() {
    constexpr int kPad = 8;
    const QMargins margins = m_column->contentsMargins();
    for (const auto& [button, words] : m_buttons) {
        const int room = m_area->viewport()->width() - margins.left() - margins.right() - 2 * kPad,
                  height = words->heightForWidth(room);
        button->setFixedHeight(height + 2 * kPad);
        words->setGeometry(kPad, kPad, room, height);
    }
}

void TaskPanel::take() {
    const auto number = parseNumber(m_field->text(), m_task.unit);
    m_ask->setVisible(!number || m_task.asks == LessonTask::Asks::End);
    if (number) return emit given(*number);
    m_ask->setText(tr("Type a number, such as 1.5."));
    m_field->setFocus();
}

bool TaskPanel::takeTyped() {
    if (m_number->isHidden() || m_field->text() == m_field->shownText()) return false;
    take();
    return true;
}

void TaskPanel::setInvites(bool on) {
    m_invites = on;
    showWhereWanted();
}

void TaskPanel::showWhereWanted() {
    using Asks = LessonTask::Asks;
    setVisible(m_task.asks != Asks::Nothing && (m_invites || m_task.asks != Asks::Try));
}

void TaskPanel::setPresenting(bool on) {
    m_isPresenting = on;
    m_scale = on ? std::min(projectorScale(*this), kMostScale) : 1;
    const bool isWide = m_task.asks == LessonTask::Asks::Challenge;  // controls need the room
    const double most = on ? (isWide ? kMostOfChallenge : kMostOfWindow) * window()->width() : kWidth;
    setFixedWidth(static_cast<int>(std::min(kWidth * m_scale, std::max<double>(most, kLeastWidth))));
    setFonts();
}

void TaskPanel::setFonts() {
    const QFont text = uiFont(kType * m_scale), small = uiFont(kSmallType * m_scale);
    for (QWidget* part :
         {static_cast<QWidget*>(m_ask), static_cast<QWidget*>(m_result), static_cast<QWidget*>(m_hint),
          static_cast<QWidget*>(m_field), static_cast<QWidget*>(m_unit), static_cast<QWidget*>(m_check)})
        part->setFont(text);
    for (const Choice& choice : m_buttons) choice.words->setFont(text);
    placeChoices();
    for (LinkButton* link : {m_again, m_askHint, m_solution, m_save}) link->setFont(small);
    scaleType(*m_form, std::min(m_scale, kMostFormScale));
    updateGeometry();
}

void TaskPanel::showColors() {
    const Theme& theme = themeOf(palette());
    showResult();
    QPalette colors = m_hint->palette();
    if (colors.color(QPalette::WindowText) == theme.accent) return;
    colors.setColor(QPalette::WindowText, theme.accent);
    m_hint->setPalette(colors);
}

void TaskPanel::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showColors();
}

void TaskPanel::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, 1, height()), theme.line);
}

}  // namespace bubblescope
