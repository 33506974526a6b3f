#include "app/commands/file_commands.h"

#include "app/commands/unsaved_dialog.h"
#include "app/documents/documents.h"
#include "app/documents/lesson_document.h"
#include "app/documents/load_scenario.h"
#include "app/documents/open_file.h"
#include "app/documents/scenario_document.h"
#include "app/settings/settings.h"
#include "engine/io/answers_file.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/kit/text_limit.h"
#include "widgets/lessons/lesson_export.h"
#include "widgets/picture/picture_format.h"
#include "widgets/picture/save_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

QString presetPath(const QString& name) { return toQString(kPresetPrefix) + name; }

QString shortPath(const QString& path) {
    const QString home = QDir::homePath() + QLatin1Char('/');
    return QDir::toNativeSeparators(path.startsWith(home) ? QStringLiteral("~/") + path.mid(home.size()) : path);
}

/// Fields apply typed text after a pause, or when they lose the focus.
void finishTyping(const QWidget& window) {
    QWidget* field = window.focusWidget();
    if (!field) return;
    field->clearFocus();
    field->setFocus(Qt::OtherFocusReason);
}

/// The folder where someone who opens a file likely looks first.
QString folderOf(const Document& document, const Settings& settings) {
    const QString near = !document.path().isEmpty()        ? document.path()
                         : !settings.recentFiles.isEmpty() ? settings.recentFiles.front()
                                                           : QString();
    return near.isEmpty() ? QDir::homePath() : QFileInfo(near).absolutePath();
}

QString filesOf(const DocumentKind& kind) { return Text::tr(kind.files); }

/// "Scenarios, experiments".
QString filesOfAllKinds() {
    QStringList files;
    for (const DocumentKind* kind : documentKinds())
        files += files.isEmpty() ? filesOf(*kind) : filesOf(*kind).toLower();
    return files.join(QStringLiteral(", "));
}

/// "*.bubble.json *.json".
QString suffixesOfAllKinds() {
    QStringList suffixes;
    for (const DocumentKind* kind : documentKinds()) suffixes += QLatin1Char('*') + QLatin1String(kind->suffix);
    suffixes.removeDuplicates();
    return suffixes.join(QLatin1Char(' '));
}

}  // namespace

FileCommands::FileCommands(const Documents& documents, Settings& settings, QWidget* window)
    : QObject(window),
      m_documents(documents),
      m_current(*documents.begin()),
      m_settings(settings),
      m_window(window),
      m_exporting(0) {
    connect(&m_exporting, &BackgroundJob::failed, this, &FileCommands::failed);
}

void FileCommands::startNew() {
    if (!settleChanges({m_current})) return;
    m_current->kind().fresh(m_documents.scenario().scenario()).start(*m_current, {});
    emit done(*m_current, true);
}

void FileCommands::openWithDialog() {
    const QString path =
        QFileDialog::getOpenFileName(m_window, tr("Open"), folderOf(*m_current, m_settings),
                                     tr("%1, pictures and schedule orders (%2 %3 *.csv);;All files (*)")
                                         .arg(filesOfAllKinds(), suffixesOfAllKinds(), pictureFilePatterns()));
    if (!path.isEmpty()) open(path);
}

bool FileCommands::open(const QString& path) {
    const auto file = openFile(path);
    if (!file) {
        emit failed(QString::fromStdString(file.error().text()));
        return false;
    }
    Document& document = m_documents.of(*file->kind);
    if (!settleChanges({&document})) return false;
    file->content.start(document, file->origin);
    if (!path.startsWith(toQString(kPresetPrefix))) remember(path);
    emit done(document, true);
    return true;
}

bool FileCommands::saveDocument(Document& document) {
    finishTyping(*m_window);
    return document.path().isEmpty() ? saveDocumentAs(document) : saveTo(document, document.path());
}

bool FileCommands::saveDocumentAs(Document& document) {
    finishTyping(*m_window);
    const QString suffix = QLatin1String(document.kind().suffix);
    QFileDialog dialog(m_window, tr("Save as"),
                       document.path().isEmpty() ? QDir::homePath() : QFileInfo(document.path()).absolutePath(),
                       tr("%1 (*%2)").arg(filesOf(document.kind()), suffix));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix.mid(1));
    dialog.selectFile(document.suggestedFileName());
    return dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty() &&
           saveTo(document, dialog.selectedFiles().front());
}

bool FileCommands::saveTo(Document& document, const QString& path) {
    if (const auto saved = document.saveAs(path); !saved) {
        emit failed(QString::fromStdString(saved.error().text()));
        return false;
    }
    remember(path);
    emit done(document, false);
    return true;
}

void FileCommands::changeTitle() {
    QInputDialog dialog(m_window);
    dialog.setWindowTitle(tr("Title"));
    dialog.setLabelText(tr("Title above exported pictures"));
    dialog.setTextValue(m_current->title());
    limitText(*dialog.findChild<QLineEdit*>());
    if (dialog.exec() == QDialog::Accepted) m_current->setTitle(dialog.textValue());
}

void FileCommands::saveTable(const QString& csv) {
    saveCopy(tr("Save table"), m_current->name() + QLatin1String(".csv"), tr("Tables (*.csv)"), csv.toUtf8(),
             tr("Saved the table as %1"));
}

void FileCommands::saveAnswers(LessonAnswers answers) {
    bool isGiven = false;
    const QString name = QInputDialog::getText(m_window, tr("Save answers"), tr("Your name"), QLineEdit::Normal,
                                               m_settings.answersName, &isGiven);
    if (!isGiven) return;
    m_settings.answersName = name.trimmed();
    m_settings.save();
    answers.name = m_settings.answersName.toStdString();
    const QString file = name.isEmpty() ? tr("answers") : tr("answers of %1").arg(m_settings.answersName);
    saveCopy(tr("Save answers"), file + QLatin1String(".json"), tr("Answers (*.json)"),
             QByteArray::fromStdString(writeAnswers(answers)), tr("Saved the answers as %1"));
}

void FileCommands::exportLesson(const std::optional<std::vector<SpokenStep>>& spoken) {
    if (!spoken) return emit failed(tr("The lesson cannot be exported before all of its steps are computed."));
    const QString page = tr("Web page (*.html)"), slides = tr("Slides (*.pdf)"), print = tr("Pages to print (*.pdf)");
    QString chosen = page;
    QString path = QFileDialog::getSaveFileName(m_window, tr("Export lesson"),
                                                exportFolder() + QLatin1Char('/') + m_documents.lesson().name(),
                                                QStringList{page, slides, print}.join(QLatin1String(";;")), &chosen);
    if (path.isEmpty()) return;
    const QString suffix = chosen == page ? QStringLiteral("html") : QStringLiteral("pdf");
    if (QFileInfo(path).suffix().toLower() != suffix) path += QLatin1Char('.') + suffix;
    const LoadedLesson& loaded = m_documents.lesson().value();
    const LessonPages pages = chosen == print ? LessonPages::Print : LessonPages::Slides;
    emit exported(tr("Exporting the lesson…"));
    m_exporting.start([this, path, pages, loaded, spoken = *spoken](const std::stop_token& stop) {
        const auto written =
            bubblescope::exportLesson(path, pages, loaded.lesson, spoken, {loaded.text, loaded.sha256()});
        m_exporting.leave(stop, [this, written, path] {
            if (written) return emit exported(tr("Exported the lesson as %1").arg(shortPath(path)));
            emit failed(QString::fromStdString(written.error().text()));
        });
    });
}

QString FileCommands::exportFolder() const {
    return m_settings.exportFolder.isEmpty() ? QDir::homePath() : m_settings.exportFolder;
}

/// Asks for a file name and writes to it; the documents stay as they are.
void FileCommands::saveCopy(const QString& title, const QString& name, const QString& filter, const QByteArray& bytes,
                            const QString& said) {
    const QString path =
        QFileDialog::getSaveFileName(m_window, title, exportFolder() + QLatin1Char('/') + name, filter);
    if (path.isEmpty()) return;
    if (const auto written = writeFile(path, bytes); !written)
        emit failed(QString::fromStdString(written.error().text()));
    else
        emit exported(said.arg(shortPath(path)));
}

bool FileCommands::settleChanges(const std::vector<Document*>& documents) {
    finishTyping(*m_window);
    std::vector<std::pair<Document*, Document::Unsaved>> unsaved;
    for (Document* document : documents)
        for (const Document::Unsaved& each : document->unsaved()) unsaved.emplace_back(document, each);
    if (unsaved.empty()) return true;
    int answer = QMessageBox::Cancel;
    if (unsaved.size() == 1) {
        QMessageBox box(QMessageBox::NoIcon, tr("Unsaved changes"),
                        tr("Save the changes to %1?").arg(unsaved.front().second.name),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
        box.setInformativeText(tr("Unsaved changes will be lost."));
        box.setDefaultButton(QMessageBox::Save);
        answer = box.exec();
    } else {
        QStringList names;
        for (const auto& [document, each] : unsaved)
            names += tr("%1, %2").arg(each.name, Text::tr(document->kind().called));
        UnsavedDialog dialog(names, m_window);
        answer = dialog.exec();
        for (std::size_t i = names.size(); i-- > 0;)
            if (!dialog.isChosen(i)) unsaved.erase(unsaved.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (answer != QMessageBox::Save) return answer == QMessageBox::Discard;
    for (const auto& [document, each] : unsaved) {
        document->undoStack().setIndex(each.index);
        if (!saveDocument(*document)) return false;
    }
    return true;
}

void FileCommands::remember(const QString& path) {
    m_settings.addRecentFile(QFileInfo(path).absoluteFilePath());
    m_settings.save();
}

void FileCommands::fillRecent(QMenu& menu) {
    menu.clear();
    for (const QString& path : m_settings.recentFiles) {
        QAction* action = menu.addAction(shortPath(path).replace(QLatin1Char('&'), QLatin1String("&&")));
        // Queued, because opening refills this menu, which deletes the action that is being triggered.
        connect(
            action, &QAction::triggered, this, [this, path] { open(path); }, Qt::QueuedConnection);
    }
    menu.setEnabled(!m_settings.recentFiles.isEmpty());
}

void FileCommands::fillPresets(QMenu& menu) {
    if (!menu.isEmpty()) return;
    const auto kinds = documentKinds();
    addPresets(menu, presets(*kinds.front()));
    menu.addSeparator();
    for (const DocumentKind* kind : kinds) {
        if (kind != kinds.front()) addPresets(*menu.addMenu(QLatin1Char('&') + filesOf(*kind)), presets(*kind));
        for (const PresetShelf& shelf : kind->shelves)
            addPresets(*menu.addMenu(QLatin1Char('&') + Text::tr(shelf.title)), presets(*kind, shelf));
    }
}

/// Presets without a group are first.
void FileCommands::addPresets(QMenu& menu, const std::vector<Preset>& presets) {
    std::vector<Preset> sorted = presets;
    std::ranges::stable_partition(sorted, [](const Preset& preset) { return !preset.group; });
    std::map<std::string_view, QMenu*> groups;
    for (const Preset& preset : sorted) {
        const QString name = preset.name;
        QMenu*& group = groups[preset.group ? preset.group : ""];
        if (!group) group = preset.group ? menu.addMenu(QLatin1Char('&') + Text::tr(preset.group)) : &menu;
        QAction* action = group->addAction(preset.title);
        action->setStatusTip(tr("Open the preset \"%1\".").arg(name));
        connect(action, &QAction::triggered, this, [this, name] { open(presetPath(name)); });
    }
}

}  // namespace bubblescope
