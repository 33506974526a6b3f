#include "widgets/picture/picture_dialog.h"

#include "widgets/kit/section_label.h"
#include "widgets/picture/picture_preview.h"
#include "widgets/picture/save_file.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

namespace bubblescope {

namespace {

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

PictureDialog::PictureDialog(const QString& title, QWidget* choices, QWidget* parent)
    : QDialog(parent), m_preview(new PicturePreview) {
    setWindowTitle(title);
    auto* upper = new QHBoxLayout;
    upper->setSpacing(0);
    upper->addWidget(m_preview, 1);
    upper->addWidget(scrolled(choices));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(upper, 1);
    column->addWidget(sectionLine());
    column->addLayout(makeButtons());
    resize(1120, 740);
}

PictureDialog::~PictureDialog() = default;

QLayout* PictureDialog::makeButtons() {
    m_message = new QLabel;
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_copy = new QPushButton(tr("&Copy"));
    m_copy->setToolTip(tr("Copy what is shown"));
    auto* close = new QPushButton(tr("Close"));
    m_save = new QPushButton(tr("&Save…"));
    m_save->setDefault(true);
    for (QPushButton* button : {m_copy, close}) button->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this, &PictureDialog::copy);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_save, &QPushButton::clicked, this, &PictureDialog::save);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(20, 12, 20, 12);
    row->setSpacing(8);
    row->addWidget(m_message, 1);
    row->addWidget(m_copy);
    row->addWidget(close);
    row->addWidget(m_save);
    return row;
}

QString PictureDialog::message() const { return m_message->text(); }

void PictureDialog::show(const QString& message, bool isError) {
    m_message->setForegroundRole(isError ? QPalette::BrightText : QPalette::PlaceholderText);
    m_message->setText(message);
}

void PictureDialog::setProblem(const QString& problem) {
    m_hasProblem = !problem.isEmpty();
    m_save->setEnabled(!m_hasProblem && !m_saving.joinable());
    m_copy->setEnabled(!m_hasProblem);
    show(problem, m_hasProblem);
}

void PictureDialog::copy() {
    const Result<void> copied = copyShown();
    show(copied ? tr("Copied.") : QString::fromStdString(copied.error().text()), !copied);
}

void PictureDialog::save() {
    const FileKind kind = fileKind();
    QFileDialog dialog(this, tr("Save"), m_suggestedPath);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilter(kind.filter);
    dialog.setDefaultSuffix(kind.suffix);
    const QFileInfo suggested(m_suggestedPath);
    if (!m_suggestedPath.isEmpty() && !suggested.isDir()) {
        dialog.setDirectory(suggested.absolutePath());
        dialog.selectFile(suggested.fileName() + QLatin1Char('.') + kind.suffix);
    }
    if (dialog.exec() == QDialog::Accepted) saveTo(dialog.selectedFiles().value(0));
}

void PictureDialog::saveTo(const QString& path) {
    if (m_saving.joinable()) return;
    m_savingPath = path;
    m_save->setEnabled(false);
    show(tr("Saving…"), false);
    m_saving = std::jthread([this, path, make = fileFor(path)] {
        const Result<QByteArray> file = make();
        m_result = file ? writeFile(path, *file) : Result<void>(file.error());
        QMetaObject::invokeMethod(this, &PictureDialog::takeSaved, Qt::QueuedConnection);
    });
}

void PictureDialog::takeSaved() {
    m_saving.join();  // from here on m_result is this thread's
    m_saving = {};
    m_save->setEnabled(!m_hasProblem);
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
