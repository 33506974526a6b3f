#include "widgets/figure/export_dialog.h"

#include "widgets/basics/section_label.h"
#include "widgets/figure/figure_options_panel.h"
#include "widgets/figure/figure_preview.h"
#include "widgets/figure/save_file.h"

#include "engine/io/scenario_file.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

namespace bubblescope {

namespace {

QString suffixOf(FigureFormat format) {
    switch (format) {
        case FigureFormat::Png: return QStringLiteral("png");
        case FigureFormat::Svg: return QStringLiteral("svg");
        case FigureFormat::Pdf: return QStringLiteral("pdf");
    }
    return {};
}

QStringList titlesOf(const std::vector<Outcome>& outcomes) {
    QStringList titles;
    for (const Outcome& outcome : outcomes) titles.append(outcome.title);
    return titles;
}

QScrollArea* scrolled(QWidget* content) {
    auto* area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFixedWidth(content->minimumSizeHint().width() + area->verticalScrollBar()->sizeHint().width());
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

}  // namespace

ExportDialog::ExportDialog(const Scenario& scenario, const std::vector<Outcome>& outcomes, const FigureOptions& options,
                           QWidget* parent)
    : QDialog(parent),
      m_scenario(scenario),
      m_outcomes(outcomes),
      m_preview(new FigurePreview),
      m_panel(new FigureOptionsPanel(titlesOf(outcomes))) {
    setWindowTitle(tr("Export picture"));
    m_panel->setOptions(options);
    auto* upper = new QHBoxLayout;
    upper->setSpacing(0);
    upper->addWidget(m_preview, 1);
    upper->addWidget(scrolled(m_panel));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(upper, 1);
    column->addWidget(sectionLine());
    column->addLayout(makeButtons());
    resize(1120, 740);
    connect(m_panel, &FigureOptionsPanel::changed, this, &ExportDialog::refresh);
    refresh();
}

ExportDialog::~ExportDialog() = default;

QLayout* ExportDialog::makeButtons() {
    m_message = new QLabel;
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_copy = new QPushButton(tr("&Copy"));
    m_copy->setToolTip(tr("Copy the picture as an image"));
    auto* close = new QPushButton(tr("Close"));
    m_save = new QPushButton(tr("&Save…"));
    m_save->setDefault(true);
    for (QPushButton* button : {m_copy, close}) button->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::save);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(20, 12, 20, 12);
    row->setSpacing(8);
    row->addWidget(m_message, 1);
    row->addWidget(m_copy);
    row->addWidget(close);
    row->addWidget(m_save);
    return row;
}

FigureOptions ExportDialog::options() const { return m_panel->options(); }
FigureFormat ExportDialog::format() const { return m_panel->format(); }
void ExportDialog::setFormat(FigureFormat format) { m_panel->setFormat(format); }
QString ExportDialog::message() const { return m_message->text(); }

void ExportDialog::show(const QString& message, bool isError) {
    m_message->setForegroundRole(isError ? QPalette::BrightText : QPalette::PlaceholderText);
    m_message->setText(message);
}

/// Sizes are checked at once; the picture follows when it is drawn.
void ExportDialog::refresh() {
    const FigureOptions options = m_panel->options();
    const auto size = figureSize(m_outcomes, options);
    const QString problem = !m_panel->hasSchedules() ? tr("Tick a schedule to have something to draw.")
                            : !size                  ? QString::fromStdString(size.error().text())
                                                     : QString();
    m_save->setEnabled(problem.isEmpty() && !m_saving.joinable());
    m_copy->setEnabled(problem.isEmpty());
    m_panel->setSizeNote({});
    if (!problem.isEmpty()) {
        m_preview->showMessage(tr("No picture"));
        return show(problem, true);
    }
    show({}, false);
    const QSize pixels = format() == FigureFormat::Png ? *size * options.scale : *size;
    m_panel->setSizeNote(tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height()));
    m_preview->request(recolored(m_outcomes, m_scenario, options.theme), options);
}

void ExportDialog::copy() {
    const FigureOptions options = m_panel->options();
    const auto image = figureImage(recolored(m_outcomes, m_scenario, options.theme), options, options.scale);
    if (!image) return show(QString::fromStdString(image.error().text()), true);
    QGuiApplication::clipboard()->setImage(*image);
    show(tr("Copied."), false);
}

void ExportDialog::save() {
    QFileDialog dialog(this, tr("Save picture"), m_suggestedPath);
    const QString suffix = suffixOf(format());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilter(tr("%1 picture (*.%2)").arg(suffix.toUpper(), suffix));
    dialog.setDefaultSuffix(suffix);
    const QFileInfo suggested(m_suggestedPath);
    if (!m_suggestedPath.isEmpty() && !suggested.isDir()) {
        dialog.setDirectory(suggested.absolutePath());
        dialog.selectFile(suggested.fileName() + QLatin1Char('.') + suffix);
    }
    if (dialog.exec() == QDialog::Accepted) saveTo(dialog.selectedFiles().value(0));
}

void ExportDialog::saveTo(const QString& path) {
    if (m_saving.joinable()) return;
    const FigureFormat format = figureFormatOf(path).value_or(m_panel->format());
    const FigureOptions options = m_panel->options();
    m_savingPath = path;
    m_save->setEnabled(false);
    show(tr("Saving…"), false);
    m_saving = std::jthread([this, path, format, options] {
        const auto file =
            figureFile(format, recolored(m_outcomes, m_scenario, options.theme), options, writeScenario(m_scenario));
        m_result = file ? writeFile(path, *file) : Result<void>(file.error());
        QMetaObject::invokeMethod(this, &ExportDialog::takeSaved, Qt::QueuedConnection);
    });
}

void ExportDialog::takeSaved() {
    m_saving.join();  // from here on m_result is this thread's
    m_saving = {};
    m_save->setEnabled(true);
    if (!m_result) {
        show(QString::fromStdString(m_result.error().text()), true);
        emit saveFailed();
        return;
    }
    show(tr("Saved %1").arg(QFileInfo(m_savingPath).fileName()), false);
    m_message->setToolTip(m_savingPath);
    emit saved(m_savingPath);
}

}  // namespace bubblescope
