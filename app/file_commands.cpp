#include "app/file_commands.h"

#include "app/document.h"
#include "app/load_scenario.h"
#include "app/presets.h"
#include "app/settings.h"
#include "widgets/basics/format.h"
#include "widgets/figure/save_file.h"

#include <QDir>
#include <QFileDialog>
#include <QInputDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>

namespace bubblescope {

namespace {

QString presetPath(const QString& name) { return toQString(kPresetPrefix) + name; }

QString shortPath(const QString& path) {
    const QString home = QDir::homePath() + QLatin1Char('/');
    return QDir::toNativeSeparators(path.startsWith(home) ? QStringLiteral("~/") + path.mid(home.size()) : path);
}

}  // namespace

FileCommands::FileCommands(Document& document, Settings& settings, QWidget* window)
    : QObject(window), m_document(document), m_settings(settings), m_window(window) {}

void FileCommands::startNew() { open(presetPath(QStringLiteral("default"))); }

void FileCommands::openWithDialog() {
    const QString folder =
        m_document.path().isEmpty()
            ? (m_settings.recentFiles.isEmpty() ? QDir::homePath()
                                                : QFileInfo(m_settings.recentFiles.front()).absolutePath())
            : QFileInfo(m_document.path()).absolutePath();
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("Open"), folder,
        tr("Scenarios and pictures (*.bubble.json *.json *.png *.svg *.pdf);;All files (*)"));
    if (!path.isEmpty()) open(path);
}

bool FileCommands::open(const QString& path) { return settleChanges() && openUnasked(path); }

bool FileCommands::openUnasked(const QString& path) {
    if (const std::string source = path.toStdString(); source.starts_with(kPresetPrefix)) {
        const auto preset = loadScenario(source);
        if (!preset) {
            emit failed(tr("%1: %2").arg(path, QString::fromStdString(preset.error().text())));
            return false;
        }
        m_document.start(*preset, path.mid(static_cast<qsizetype>(kPresetPrefix.size())));
    } else if (const auto opened = m_document.open(path); !opened) {
        emit failed(QString::fromStdString(opened.error().text()));
        return false;
    } else {
        remember(path);
    }
    emit done();
    return true;
}

bool FileCommands::save() { return m_document.path().isEmpty() ? saveAs() : saveTo(m_document.path()); }

bool FileCommands::saveAs() {
    const QString folder = m_document.path().isEmpty() ? QDir::homePath() : QFileInfo(m_document.path()).absolutePath();
    QFileDialog dialog(m_window, tr("Save as"), folder, tr("Scenarios (*.bubble.json)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("bubble.json"));
    dialog.selectFile(m_document.suggestedFileName());
    return dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty() &&
           saveTo(dialog.selectedFiles().front());
}

bool FileCommands::saveTo(const QString& path) {
    if (const auto saved = m_document.saveAs(path); !saved) {
        emit failed(QString::fromStdString(saved.error().text()));
        return false;
    }
    remember(path);
    emit done();
    return true;
}

void FileCommands::changeTitle() {
    Scenario scenario = m_document.scenario();
    bool isGiven = false;
    const QString title = QInputDialog::getText(m_window, tr("Title"), tr("Title of the scenario"), QLineEdit::Normal,
                                                QString::fromStdString(scenario.title), &isGiven);
    if (!isGiven || title.toStdString() == scenario.title) return;
    scenario.title = title.toStdString();
    m_document.apply({scenario, tr("Change title")});
}

void FileCommands::saveTable(const QString& csv) {
    const QString folder = m_settings.exportFolder.isEmpty() ? QDir::homePath() : m_settings.exportFolder;
    const QString path = QFileDialog::getSaveFileName(
        m_window, tr("Save table"), folder + QLatin1Char('/') + m_document.name() + QLatin1String(".csv"),
        tr("Tables (*.csv)"));
    if (path.isEmpty()) return;
    if (const auto written = writeFile(path, csv.toUtf8()); !written)
        emit failed(QString::fromStdString(written.error().text()));
    else
        emit tableSaved(tr("The table is in %1").arg(shortPath(path)));
}

bool FileCommands::settleChanges() {
    if (m_document.isClean()) return true;
    QMessageBox box(QMessageBox::NoIcon, tr("Unsaved changes"), tr("Save the changes to %1?").arg(m_document.name()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    box.setInformativeText(tr("They are lost if you discard them."));
    box.setDefaultButton(QMessageBox::Save);
    const int answer = box.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

void FileCommands::remember(const QString& path) {
    m_settings.addRecentFile(QFileInfo(path).absoluteFilePath());
    m_settings.save();
}

void FileCommands::fillRecent(QMenu& menu) {
    menu.clear();
    for (const QString& path : m_settings.recentFiles) {
        QAction* action = menu.addAction(shortPath(path).replace(QLatin1Char('&'), QLatin1String("&&")));
        // Later, because opening fills this menu anew, and so deletes the action that is being triggered.
        connect(
            action, &QAction::triggered, this, [this, path] { open(path); }, Qt::QueuedConnection);
    }
    menu.setEnabled(!m_settings.recentFiles.isEmpty());
}

void FileCommands::fillPresets(QMenu& menu) {
    for (const Preset& preset : presets()) {
        const QString name = preset.name;
        QAction* action = menu.addAction(preset.title);
        action->setStatusTip(tr("Open the preset \"%1\"").arg(name));
        connect(action, &QAction::triggered, this, [this, name] { open(presetPath(name)); });
    }
}

}  // namespace bubblescope
